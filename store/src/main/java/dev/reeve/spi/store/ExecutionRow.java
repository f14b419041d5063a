package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.internal.values.Labels;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The index entry of an execution. The journal contains the same information.
 *
 * @param key the caller's own id; null if none was given
 * @param digest of the workflow and input that were started; tells a repeated start from a conflicting one
 * @param wakeAt the latest time at which the execution must be in a lane's memory; {@link #IN_FLIGHT} while work is in
 *     flight; null once it has ended
 * @param endedAt null while it is open
 * @param error one line about why it failed, was undone or needs a person; null if nothing is wrong
 */
public record ExecutionRow(
        ExecutionId id,
        String namespace,
        @Nullable String key,
        String workflow,
        int version,
        ExecutionStatus status,
        int priority,
        Map<String, String> labels,
        long digest,
        Instant startedAt,
        @Nullable Instant wakeAt,
        @Nullable Instant endedAt,
        @Nullable String error) {

    /** The wake time of an execution that must be loaded as soon as a node owns its shard. */
    public static final Instant IN_FLIGHT = Instant.EPOCH;

    public ExecutionRow {
        labels = Labels.sorted(labels);
    }

    /** This row after a change. */
    public ExecutionRow after(ExecutionChange change) {
        return new ExecutionRow(
                id,
                namespace,
                key,
                workflow,
                change.versionAfter(version),
                change.status(),
                priority,
                labels,
                digest,
                startedAt,
                change.wakeAt(),
                change.endedAt(),
                change.error());
    }

    /** The position of this row in a list. */
    public ListPosition position() {
        return new ListPosition(startedAt, id);
    }
}
