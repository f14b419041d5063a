package dev.reeve.engine.store;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.ExecutionStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The new values of an execution's changing columns; see {@link ExecutionRow}. */
public record ExecutionChange(
        ExecutionId id,
        ExecutionStatus status,
        @Nullable Instant wakeAt,
        @Nullable Instant endedAt,
        @Nullable String error) {}
