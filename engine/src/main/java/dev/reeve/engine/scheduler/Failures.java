package dev.reeve.engine.scheduler;

import dev.reeve.core.Cause;
import dev.reeve.core.Failure;
import dev.reeve.engine.store.StoreException;
import org.jspecify.annotations.Nullable;

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

    /** What would happen again if the same messages were decided again; null if it may pass. */
    static @Nullable RuntimeException poison(Throwable cause, LaneBatch batch) {
        if (batch.messages().isEmpty()) {
            return null;
        }
        if (cause instanceof StoreException store) {
            return store.kind() == StoreException.Kind.DATA ? store : null;
        }
        if (batch.isHandedOver()) {
            return null;
        }
        return switch (cause) {
            case RuntimeException mistake -> mistake;
            // Deciding is pure, so nothing is left half done.
            case StackOverflowError deep -> new IllegalStateException("deciding needs more stack than there is", deep);
            default -> null;
        };
    }
}
