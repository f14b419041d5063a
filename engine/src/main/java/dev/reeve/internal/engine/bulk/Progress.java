package dev.reeve.internal.engine.bulk;

import dev.reeve.BulkProgress;
import dev.reeve.ExecutionId;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.ListPosition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps by which the progress of a bulk operation advances. */
final class Progress {

    private Progress() {}

    /** Where the list of executions goes on; null at its beginning. */
    static @Nullable ListPosition position(BulkProgress progress) {
        return progress.last() == null || progress.lastStartedAt() == null
                ? null
                : new ListPosition(progress.lastStartedAt(), ExecutionId.parse(progress.last()));
    }

    static BulkProgress looked(BulkProgress progress, ExecutionRow execution) {
        return new BulkProgress(
                execution.id().toString(),
                execution.startedAt(),
                progress.seen() + 1,
                progress.done(),
                progress.refused(),
                progress.refusals(),
                progress.finished());
    }

    static BulkProgress did(BulkProgress progress) {
        return new BulkProgress(
                progress.last(),
                progress.lastStartedAt(),
                progress.seen(),
                progress.done() + 1,
                progress.refused(),
                progress.refusals(),
                progress.finished());
    }

    static BulkProgress was(BulkProgress progress, BulkProgress.Refusal refusal) {
        List<BulkProgress.Refusal> more = new ArrayList<>(progress.refusals());
        if (more.size() < BulkProgress.REFUSALS_MAX) {
            more.add(refusal);
        }
        return new BulkProgress(
                progress.last(),
                progress.lastStartedAt(),
                progress.seen(),
                progress.done(),
                progress.refused() + 1,
                more,
                progress.finished());
    }

    static BulkProgress through(BulkProgress progress) {
        return new BulkProgress(
                progress.last(),
                progress.lastStartedAt(),
                progress.seen(),
                progress.done(),
                progress.refused(),
                progress.refusals(),
                true);
    }
}
