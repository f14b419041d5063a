package dev.reeve.internal.spring.observation;

import dev.reeve.Reeve;
import dev.reeve.internal.spring.trace.CurrentSpan;
import dev.reeve.micrometer.ReeveObservations;
import dev.reeve.micrometer.ReeveSpans;
import dev.reeve.micrometer.SpanReceiver;
import dev.reeve.spi.AttemptObserver;
import dev.reeve.spi.ObserverPair;
import dev.reeve.spring.NodeOptionsCustomizer;
import dev.reeve.spring.ReeveAutoConfiguration;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.util.function.SingletonSupplier;

/**
 * Spans of attempts if the application has an observation registry, and of executions if it has a receiver. Starts
 * belong to the current span if it has a tracer.
 */
@AutoConfiguration(
        before = ReeveAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass(ReeveSpans.class)
@ConditionalOnProperty(
        name = {"reeve.enabled", "reeve.traces.enabled"},
        matchIfMissing = true)
public final class TracesAutoConfiguration {

    /** Starts that name no span. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Tracer.class)
    static class Starts {

        /** The tracer is looked for with the first start, when all beans are known. */
        @Bean
        CurrentSpan reeveCurrentSpan(ObjectProvider<Tracer> tracer) {
            return new TracerSpan(SingletonSupplier.ofNullable(tracer::getIfUnique));
        }
    }

    /** Attempts of the application's agents. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ObservationRegistry.class)
    static class Attempts {

        @Bean
        @ConditionalOnBean(ObservationRegistry.class)
        @ConditionalOnMissingBean(AttemptObserver.class)
        AttemptObserver reeveObservations(ObservationRegistry registry) {
            return new ReeveObservations(registry);
        }
    }

    /** Executions that have ended. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(SpanReceiver.class)
    static class Executions {

        @Bean
        ReeveSpans reeveSpans(SpanReceiver receiver) {
            return new ReeveSpans(receiver);
        }

        /** After those of the application, which may set an observer. */
        @Bean
        @Order
        NodeOptionsCustomizer reeveSpansCustomizer(ReeveSpans spans) {
            return options -> options.withObserver(new ObserverPair(options.observer(), spans));
        }

        @Bean
        SmartInitializingSingleton reeveSpansWatch(ReeveSpans spans, ObjectProvider<Reeve> reeve) {
            return () -> reeve.ifUnique(spans::watch);
        }
    }
}
