package dev.reeve.internal.document;

import dev.reeve.Cause;
import dev.reeve.Failure;
import dev.reeve.Json;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A failure.
 *
 * @param cause its kind, which decides what follows
 * @param code the code that the agent gave it, or one of Reeve's own
 * @param message for people
 * @param details details from the agent
 * @param retryAfter when the service wants to be called again
 * @param possiblyDone whether the attempt may have had its effect
 */
public record FailureDocument(
        Cause cause,
        String code,
        String message,
        @Nullable Json details,
        @Nullable Duration retryAfter,
        boolean possiblyDone)
        implements Document {

    static FailureDocument written(Failure failure) {
        return new FailureDocument(
                failure.cause(),
                failure.code(),
                failure.message(),
                failure.details(),
                failure.retryAfter(),
                failure.possiblyDone());
    }

    public static @Nullable FailureDocument of(@Nullable Failure failure) {
        return failure == null ? null : written(failure);
    }

    public Failure failure() {
        return new Failure(cause, code, message, details, retryAfter, possiblyDone);
    }

    public static @Nullable Failure failureOf(@Nullable FailureDocument document) {
        return document == null ? null : document.failure();
    }
}
