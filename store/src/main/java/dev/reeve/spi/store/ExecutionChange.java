package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The new values of an execution's changing columns; see {@link ExecutionRow}. All of them are written: null
 * clears a column. Only a null version leaves the version as it is.
 *
 * @param id of an execution in the store; a batch with a change of another one is refused
 * @param status the new status
 * @param wakeAt null if the execution has ended, and only then
 * @param endedAt null while it is open
 * @param error one line; null if nothing is wrong
 * @param version the workflow version that it continues with; null if the version does not change
 */
public record ExecutionChange(
        ExecutionId id,
        ExecutionStatus status,
        @Nullable Instant wakeAt,
        @Nullable Instant endedAt,
        @Nullable String error,
        @Nullable Integer version) {

    /** A change that keeps the version. */
    public ExecutionChange(
            ExecutionId id,
            ExecutionStatus status,
            @Nullable Instant wakeAt,
            @Nullable Instant endedAt,
            @Nullable String error) {
        this(id, status, wakeAt, endedAt, error, null);
    }

    /** The version after this change. */
    public int versionAfter(int before) {
        return version == null ? before : version;
    }
}
