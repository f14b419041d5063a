package dev.reeve.engine.scheduler;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.ExecutionStatus;
import dev.reeve.core.Failure;
import dev.reeve.model.Json;
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
