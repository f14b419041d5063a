package dev.reeve.internal.spring.test;

import dev.reeve.internal.spring.ReeveProperties;
import dev.reeve.internal.spring.action.ActionHandlers;
import dev.reeve.internal.spring.workflow.WorkflowResources;
import dev.reeve.workflow.Workflow;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

/** In place of the engine of an application: one in virtual time for each test. */
@AutoConfiguration
@EnableConfigurationProperties(ReeveProperties.class)
public final class VirtualReeveAutoConfiguration {

    @Bean
    VirtualEngines reeveVirtualEngines(
            ReeveProperties properties,
            ApplicationContext resources,
            ObjectProvider<Workflow> declared,
            ConfigurableListableBeanFactory beans) {
        return new VirtualEngines(
                () -> {
                    List<Workflow> all = new ArrayList<>(WorkflowResources.read(resources, properties.workflows()));
                    declared.orderedStream().forEach(all::add);
                    return all;
                },
                () -> ActionHandlers.of(beans));
    }

    @Bean
    @ConditionalOnMissingBean(InstantSource.class)
    Clock reeveVirtualClock(VirtualEngines engines) {
        return engines.clock();
    }
}
