package dev.reeve.internal.engine.scheduler.message;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.internal.core.state.ExecutionState;
import org.jspecify.annotations.Nullable;

/**
 * The end of an execution.
 *
 * @param output null unless it was completed
 * @param failure why it was not completed; null if it was completed or cancelled
 */
public record Ended(
        ExecutionId id,
        ExecutionStatus status,
        @Nullable Json output,
        @Nullable Failure failure) {

    /** The end of an execution in this state. */
    public static Ended of(ExecutionState state) {
        return new Ended(state.id(), state.status(), state.output(), state.failure());
    }
}
