package dev.reeve.internal.engine.scheduler;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
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
        @Nullable Failure failure) {}
