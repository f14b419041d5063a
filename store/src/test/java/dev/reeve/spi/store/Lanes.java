package dev.reeve.spi.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Short words for what tests do with lanes: ask, wait for the promise, and check what must always hold of the answer.
 */
public final class Lanes {

    private Lanes() {}

    /** Waits for the answer. Throws the exception of the store if there is one. */
    public static <T> T await(CompletionStage<T> promise) {
        try {
            return promise.toCompletableFuture().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof StoreException trouble) {
                throw trouble;
            }
            throw e;
        }
    }

    static CommitOutcome commit(LaneStore lane, Batch batch) {
        return await(lane.commit(batch));
    }

    static void commitAll(LaneStore lane, Batch... batches) {
        for (Batch batch : batches) {
            assertThat(commit(lane, batch)).isEqualTo(CommitOutcome.COMMITTED);
        }
    }

    /** Commits a batch that the database must take offence at. */
    static void assertRefusedAsData(LaneStore lane, Batch batch) {
        assertRefused(lane, batch, StoreException.Kind.DATA);
    }

    /** Commits a batch that was decided on something else than the content of the store. */
    static void assertRefusedAsStale(LaneStore lane, Batch batch) {
        assertRefused(lane, batch, StoreException.Kind.STALE);
    }

    private static void assertRefused(LaneStore lane, Batch batch, StoreException.Kind kind) {
        assertThat(commit(lane, batch))
                .isInstanceOfSatisfying(
                        CommitOutcome.InDoubt.class,
                        doubt -> assertThat(doubt.cause().kind())
                                .as("%s", doubt.cause().getMessage())
                                .isEqualTo(kind));
        assertThat(await(lane.reacquire())).isEqualTo(Reacquired.NOT_LANDED);
    }

    static List<ExecutionRow> find(LaneStore lane, List<ExecutionId> ids) {
        return await(lane.find(ids));
    }

    /** In the order of the given ids. */
    static List<StoredExecution> load(LaneStore lane, List<ExecutionId> ids) {
        List<StoredExecution> found = new ArrayList<>(await(lane.load(ids)));
        found.sort(
                Comparator.comparingInt(execution -> ids.indexOf(execution.row().id())));
        return found;
    }

    static List<Due> due(LaneStore lane, Instant until, @Nullable Due after, int limit) {
        return await(lane.due(lane.shards(), until, after, limit));
    }

    /** All pages of what is due. */
    static List<Due> allDue(LaneStore lane, Instant until, int limit) {
        List<Due> all = new ArrayList<>();
        List<Due> page = due(lane, until, null, limit);
        while (!page.isEmpty()) {
            assertThat(page).hasSizeLessThanOrEqualTo(limit);
            all.addAll(page);
            page = due(lane, until, page.getLast(), limit);
        }
        return all;
    }
}
