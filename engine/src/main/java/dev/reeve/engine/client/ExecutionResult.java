package dev.reeve.engine.client;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.ExecutionStatus;
import dev.reeve.core.Failure;
import dev.reeve.model.Json;
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
