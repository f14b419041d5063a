package dev.reeve.internal.server;

import dev.reeve.Reeve;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.endpoint.MetricsEndpoint;
import dev.reeve.micrometer.ReeveMetrics;
import dev.reeve.spi.Observer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/**
 * The metrics of an engine and of this process, as Prometheus reads them. Thread-safe. The guide lists them:
 * {@code docs/guide/metrics.md}.
 */
public final class PrometheusMetrics implements AutoCloseable {

    /** More are left out: callers choose the names of workflows and actions, and each one takes up to 30 KB. */
    static final int METERS_MAX = 5_000;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final ReeveMetrics engine = new ReeveMetrics(registry);
    private final JvmGcMetrics collections = new JvmGcMetrics();

    public PrometheusMetrics() {
        registry.config().meterFilter(MeterFilter.maximumAllowableMetrics(METERS_MAX));
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        collections.bindTo(registry);
    }

    /** The observer with which the engine is opened. */
    public Observer observer() {
        return engine;
    }

    /** Adds the metrics that are read from the engine. Call it once. */
    public void watch(Reeve reeve) {
        engine.watch(reeve);
    }

    /** The endpoint {@code /metrics}. */
    public Endpoint endpoint() {
        return MetricsEndpoint.of(this::text);
    }

    /** All metrics in the text format of Prometheus. */
    String text() {
        return registry.scrape();
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}
