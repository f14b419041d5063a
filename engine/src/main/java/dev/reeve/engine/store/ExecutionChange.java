package dev.reeve.engine.store;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.ExecutionStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The new values of an execution's changing columns; see {@link ExecutionRow}.
 *
 * @param version of the workflow that it goes on with; null if that stays as it is
 */
public record ExecutionChange(
        ExecutionId id,
        ExecutionStatus status,
        @Nullable Instant wakeAt,
        @Nullable Instant endedAt,
        @Nullable String error,
        @Nullable Integer version) {

    /** On the version that it is on. */
    public ExecutionChange(
            ExecutionId id,
            ExecutionStatus status,
            @Nullable Instant wakeAt,
            @Nullable Instant endedAt,
            @Nullable String error) {
        this(id, status, wakeAt, endedAt, error, null);
    }

    /** The version that an execution is on after this. */
    public int versionAfter(int before) {
        return version == null ? before : version;
    }
}
