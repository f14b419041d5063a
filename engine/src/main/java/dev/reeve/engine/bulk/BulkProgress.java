package dev.reeve.engine.bulk;

import dev.reeve.core.ExecutionId;
import dev.reeve.engine.store.ExecutionRow;
import dev.reeve.engine.store.ListPosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a bulk operation, which goes through the executions from the newest to the oldest.
 *
 * @param last the execution examined last; null before the first
 * @param lastStartedAt when that execution was started; null before the first
 * @param seen number of executions examined
 * @param done number of steps or executions that the verb was applied to
 * @param refused number of steps or executions that refused the verb, mostly because something else had happened to
 *     them before
 * @param refusals the reasons of the first {@link #REFUSALS_MAX}
 * @param finished whether all have been examined
 */
public record BulkProgress(
        @Nullable String last,
        @Nullable Instant lastStartedAt,
        int seen,
        int done,
        int refused,
        List<Refusal> refusals,
        boolean finished) {

    /** Maximum number of refusals that are kept with their text. */
    public static final int REFUSALS_MAX = 100;

    public static final BulkProgress NONE = new BulkProgress(null, null, 0, 0, 0, List.of(), false);

    /**
     * @param step null if the execution as a whole refused
     */
    public record Refusal(String execution, @Nullable String step, String why) {}

    public BulkProgress {
        refusals = List.copyOf(refusals);
    }

    /** The position in the list of executions to continue from; null for its beginning. */
    @Nullable ListPosition position() {
        return last == null || lastStartedAt == null ? null : new ListPosition(lastStartedAt, ExecutionId.parse(last));
    }

    BulkProgress looked(ExecutionRow execution) {
        return new BulkProgress(
                execution.id().toString(), execution.startedAt(), seen + 1, done, refused, refusals, finished);
    }

    BulkProgress did() {
        return new BulkProgress(last, lastStartedAt, seen, done + 1, refused, refusals, finished);
    }

    BulkProgress was(Refusal refusal) {
        List<Refusal> more = new ArrayList<>(refusals);
        if (more.size() < REFUSALS_MAX) {
            more.add(refusal);
        }
        return new BulkProgress(last, lastStartedAt, seen, done, refused + 1, more, finished);
    }

    BulkProgress through() {
        return new BulkProgress(last, lastStartedAt, seen, done, refused, refusals, true);
    }

    /** For people, in one line. */
    @Override
    public String toString() {
        return "%,d executions looked at, done to %,d, refused by %,d%s"
                .formatted(seen, done, refused, finished ? "; finished" : "");
    }
}
