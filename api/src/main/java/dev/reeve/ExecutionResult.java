package dev.reeve;

import org.jspecify.annotations.Nullable;

/**
 * How an execution ended.
 *
 * @param id the id of the execution
 * @param status the status in which it ended
 * @param output null unless the execution completed
 * @param failure why it did not complete; null if it completed or was cancelled
 * @param failedStep the step whose failure this is; null if it is of no single step, such as the execution's own
 *     timeout
 */
public record ExecutionResult(
        ExecutionId id,
        ExecutionStatus status,
        @Nullable Json output,
        @Nullable Failure failure,
        @Nullable StepPath failedStep) {}
