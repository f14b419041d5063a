package dev.reeve.internal.spring.trace;

import org.jspecify.annotations.Nullable;

/** Finds the span on the thread of the caller. Thread-safe. */
@FunctionalInterface
public interface CurrentSpan {

    /** The span under way, as W3C Trace Context writes it; null for none. */
    @Nullable String traceparent();
}
