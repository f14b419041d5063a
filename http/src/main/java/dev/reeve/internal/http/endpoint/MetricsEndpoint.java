package dev.reeve.internal.http.endpoint;

import dev.reeve.internal.access.Operation;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Endpoint;
import java.util.function.Supplier;

/**
 * The metrics of the engine for Prometheus. They name workflows and actions of all namespaces, so the caller needs a
 * role in all of them.
 */
public final class MetricsEndpoint {

    /** The text format. Prometheus asks for newer ones, too, and takes this one. */
    private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private MetricsEndpoint() {}

    /**
     * The endpoint {@code /metrics}.
     *
     * @param metrics writes all metrics in the text format, version 0.0.4
     */
    public static Endpoint of(Supplier<String> metrics) {
        return Endpoint.get("/metrics", Operation.READ_METRICS, call -> Answer.text(TYPE, metrics.get()));
    }
}
