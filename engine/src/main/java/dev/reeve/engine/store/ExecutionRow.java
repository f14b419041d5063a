package dev.reeve.engine.store;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.ExecutionStatus;
import dev.reeve.core.Labels;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The index entry of an execution. Everything in it can be found in the journal too.
 *
 * @param key the caller's own id; null if none was given
 * @param digest of what was started, so that a repeated start can be told from a conflicting one
 * @param wakeAt when the execution must be in some lane's memory at the latest; {@link #IN_FLIGHT} while work is in
 *     flight; null once it has ended (I11)
 * @param endedAt null while it is open
 * @param error why it failed, was undone or needs a person, in a line; null if nothing is wrong
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

    /** The wake time of an execution that must be loaded as soon as somebody owns it. */
    public static final Instant IN_FLIGHT = Instant.EPOCH;

    public ExecutionRow {
        labels = Labels.sorted(labels);
    }

    /** Where a list goes on after this one. */
    public ListPosition position() {
        return new ListPosition(startedAt, id);
    }
}
