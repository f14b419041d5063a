package dev.reeve.engine.scheduler;

import dev.reeve.core.Cause;
import dev.reeve.core.Failure;

/** Failures that the engine itself reports. */
final class Failures {

    private Failures() {}

    /** The work is done, but its result cannot be kept, and trying again would not help. */
    static Failure refusedByStore(RuntimeException cause) {
        String message = cause.getMessage();
        return new Failure(
                Cause.BUSINESS,
                "OUTPUT_REFUSED_BY_STORE",
                message == null ? cause.toString() : message,
                null,
                null,
                true);
    }
}
