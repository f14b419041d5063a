package dev.reeve.internal.spring.observation;

import dev.reeve.Reeve;
import dev.reeve.micrometer.ReeveMetrics;
import dev.reeve.spi.ObserverPair;
import dev.reeve.spring.NodeOptionsCustomizer;
import dev.reeve.spring.ReeveAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/** Meters of the engine in the registry of the application, if it has one. */
@AutoConfiguration(
        before = ReeveAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration"
        })
@ConditionalOnClass({MeterRegistry.class, ReeveMetrics.class})
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnProperty(
        name = {"reeve.enabled", "reeve.metrics.enabled"},
        matchIfMissing = true)
public final class MetricsAutoConfiguration {

    @Bean
    ReeveMetrics reeveMetrics(MeterRegistry registry) {
        return new ReeveMetrics(registry);
    }

    /** After those of the application, which may set an observer. */
    @Bean
    @Order
    NodeOptionsCustomizer reeveMetricsCustomizer(ReeveMetrics metrics) {
        return options -> options.withObserver(new ObserverPair(options.observer(), metrics));
    }

    @Bean
    SmartInitializingSingleton reeveGauges(ReeveMetrics metrics, ObjectProvider<Reeve> reeve) {
        return () -> reeve.ifUnique(metrics::watch);
    }
}
