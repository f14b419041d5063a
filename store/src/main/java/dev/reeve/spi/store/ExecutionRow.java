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
 * @param id unique in the store, over all namespaces; leads to the shard, see {@link ExecutionId#shard}
 * @param namespace the namespace of the execution; never changes
 * @param key the caller's own id; null if none was given
 * @param workflow the name of the workflow; for a group the names of the workflow and the step, with a dot between
 *     them. Never changes
 * @param version the version of the workflow, from 1 on; changes if the execution is moved to another version
 * @param status the status after the last row of the journal
 * @param priority steps of a higher priority are handed out first, -1,000 to 1,000; never changes
 * @param labels at most 50, sorted by name; never change. A list can be filtered by them
 * @param digest of the workflow and input that were started; tells a repeated start from a conflicting one
 * @param startedAt by the store's clock, in microseconds; lists are ordered by it
 * @param wakeAt the latest time at which the execution must be in a lane's memory; {@link #IN_FLIGHT} while work is in
 *     flight; null once it has ended
 * @param endedAt by the store's clock, in microseconds; null while it is open, and only then
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
