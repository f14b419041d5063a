package dev.reeve.internal.spring.observation;

import dev.reeve.internal.spring.trace.CurrentSpan;
import dev.reeve.internal.values.TraceContext;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The current span of Micrometer Tracing. Thread-safe.
 *
 * @param tracer of the application; null for none
 */
record TracerSpan(Supplier<? extends @Nullable Tracer> tracer) implements CurrentSpan {

    /** Some systems have ids of traces that are half as long. */
    private static final int HALF = 16;

    @Override
    public @Nullable String traceparent() {
        Tracer found = tracer.get();
        Span span = found == null ? null : found.currentSpan();
        return span == null ? null : text(span.context());
    }

    /** Null for ids that are none, such as those of a tracer that is switched off. */
    private static @Nullable String text(io.micrometer.tracing.TraceContext span) {
        String trace = span.traceId().length() == HALF ? "0".repeat(HALF) + span.traceId() : span.traceId();
        String flags = Boolean.TRUE.equals(span.sampled()) ? "01" : "00";
        return TraceContext.textOrNull("00-%s-%s-%s".formatted(trace, span.spanId(), flags));
    }
}
