package dev.reeve.internal.engine.scheduler.message;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.StepPath;
import dev.reeve.internal.core.state.ErrorData;
import dev.reeve.internal.core.state.ExecutionState;
import org.jspecify.annotations.Nullable;

/**
 * The end of an execution.
 *
 * @param output null unless it was completed
 * @param failure why it was not completed; null if it was completed or cancelled
 * @param failedStep the step whose failure this is; null if it is of no single step
 */
public record Ended(
        ExecutionId id,
        ExecutionStatus status,
        @Nullable Json output,
        @Nullable Failure failure,
        @Nullable StepPath failedStep) {

    /** The end of an execution in this state. */
    public static Ended of(ExecutionState state) {
        return new Ended(state.id(), state.status(), state.output(), state.failure(), ErrorData.step(state));
    }

    /** The error for callers that wait for the end of an execution that was removed before they learnt of its end. */
    public static ReeveException removed(ExecutionId id) {
        return ReeveException.of(
                ErrorCode.NOT_FOUND,
                ("execution %s has ended, and was removed after its retention before this engine had read its result; set a longer"
                                + " retention if callers wait for results")
                        .formatted(id));
    }

    /** The error for callers that wait for the end of an execution that was in the store and is missing now. */
    public static ReeveException lost(ExecutionId id) {
        return ReeveException.of(
                ErrorCode.LOST,
                ("execution %s had been stored, and is not in the store any more: the store has lost its last transactions, as in a"
                                + " failover to a standby that lagged behind, or an older copy of it was restored; find out"
                                + " what its steps have done before you start it again")
                        .formatted(id));
    }
}
