package dev.reeve.internal.engine.scheduler.recovery;

import dev.reeve.ExecutionId;
import dev.reeve.internal.engine.scheduler.memory.Memory;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.StoredExecution;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the callers that wait for the end of an execution, while the lane is reloaded. The execution may be missing,
 * since a store may lose what it had acknowledged (F22), or may have ended meanwhile. Nothing else would notify these
 * callers. Used by the lane's thread only.
 */
final class Waiters {

    private static final Logger LOG = LoggerFactory.getLogger(Waiters.class);

    private final int number;
    private final Memory memory;
    private final Function<List<ExecutionId>, CompletionStage<List<ExecutionRow>>> find;
    private final Function<List<ExecutionId>, CompletionStage<Loaded>> load;
    private final Function<StoredExecution, @Nullable Ended> ended;

    /**
     * @param find finds the rows of those that are in the store
     * @param load loads some of them, and at least one
     * @param ended the end of an execution; null if it is open
     */
    Waiters(
            int number,
            Memory memory,
            Function<List<ExecutionId>, CompletionStage<List<ExecutionRow>>> find,
            Function<List<ExecutionId>, CompletionStage<Loaded>> load,
            Function<StoredExecution, @Nullable Ended> ended) {
        this.number = number;
        this.memory = memory;
        this.find = find;
        this.load = load;
        this.ended = ended;
    }

    /**
     * Looks for these in the store, a page at a time. Completes when all callers that must be notified were notified.
     */
    CompletionStage<@Nullable Void> check(List<ExecutionId> awaited, int pageSize) {
        CompletionStage<@Nullable Void> checked = CompletableFuture.completedStage(null);
        for (int i = 0; i < awaited.size(); i += pageSize) {
            List<ExecutionId> page = awaited.subList(i, Math.min(awaited.size(), i + pageSize));
            checked = checked.thenCompose(nothing -> check(page));
        }
        return checked;
    }

    private CompletionStage<@Nullable Void> check(List<ExecutionId> page) {
        return find.apply(page).thenCompose(rows -> {
            Map<ExecutionId, ExecutionRow> found = new HashMap<>();
            rows.forEach(row -> found.put(row.id(), row));
            List<ExecutionId> over = new ArrayList<>();
            for (ExecutionId id : page) {
                ExecutionRow row = found.get(id);
                if (row == null) {
                    lost(id);
                } else if (row.status().isTerminal()) {
                    over.add(id);
                }
            }
            return tell(over);
        });
    }

    private void lost(ExecutionId id) {
        LOG.error(
                "lane {}: execution {} was stored and is no longer in the store; callers that wait for its end are notified",
                number,
                id);
        memory.failWaiting(id, Ended.lost(id));
    }

    private CompletionStage<@Nullable Void> tell(List<ExecutionId> over) {
        if (over.isEmpty()) {
            return CompletableFuture.completedStage(null);
        }
        return load.apply(over).thenCompose(loaded -> {
            for (StoredExecution execution : loaded.executions()) {
                Ended end = ended.apply(execution);
                if (end != null) {
                    memory.takeWaiting(end.id()).forEach(promise -> promise.complete(end));
                }
            }
            return tell(loaded.left());
        });
    }
}
