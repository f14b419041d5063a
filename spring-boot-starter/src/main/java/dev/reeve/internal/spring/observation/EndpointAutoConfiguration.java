package dev.reeve.internal.spring.observation;

import dev.reeve.Reeve;
import dev.reeve.spring.ReeveAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The endpoint {@code reeve}, if the application has Actuator and exposes the endpoint. */
@AutoConfiguration(after = ReeveAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(Reeve.class)
public final class EndpointAutoConfiguration {

    /** Its condition is a class of Actuator, which must be there before the condition is looked at. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnAvailableEndpoint(endpoint = ReeveEndpoint.class)
    static class Exposed {

        @Bean
        @ConditionalOnMissingBean
        ReeveEndpoint reeveEndpoint(Reeve reeve) {
            return new ReeveEndpoint(reeve);
        }
    }
}
