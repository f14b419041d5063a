package dev.reeve;

import org.jspecify.annotations.Nullable;

/**
 * How an execution ended.
 *
 * @param output null unless the execution completed
 * @param failure why it did not complete; null if it completed or was cancelled
 */
public record ExecutionResult(
        ExecutionId id,
        ExecutionStatus status,
        @Nullable Json output,
        @Nullable Failure failure) {}
