package dev.reeve.internal.spring.observation;

import dev.reeve.Reeve;
import dev.reeve.internal.spring.ReeveProperties;
import dev.reeve.spring.ReeveAutoConfiguration;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroupsPostProcessor;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The health of the engine as the contributor {@code reeve}, which also decides whether the application is ready. */
@AutoConfiguration(
        after = ReeveAutoConfiguration.class,
        afterName =
                "org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration",
        beforeName =
                "org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration")
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(Reeve.class)
public final class HealthAutoConfiguration {

    /** Its condition is a class of Spring Boot's module, which must be there before the condition is looked at. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnEnabledHealthIndicator("reeve")
    static class Contributor {

        @Bean
        EngineHealthIndicator reeveHealthIndicator(Reeve reeve, ReeveProperties properties) {
            return new EngineHealthIndicator(reeve, properties.health().timeout());
        }

        /** With the endpoint of Actuator. */
        @Configuration(proxyBeanMethods = false)
        @ConditionalOnClass({HealthEndpointGroups.class, SecurityContext.class})
        @ConditionalOnProperty(name = "reeve.health.readiness", matchIfMissing = true)
        static class Readiness {

            @Bean
            static HealthEndpointGroupsPostProcessor reeveReadiness() {
                return ReadinessGroups::new;
            }
        }
    }
}
