package dev.reeve.internal.engine.scheduler.recovery;

import dev.reeve.ExecutionId;
import dev.reeve.internal.engine.scheduler.admission.Room;
import dev.reeve.internal.engine.scheduler.memory.Memory;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredExecution;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads executions with their histories from the store, in portions that fit into memory. Quarantines those that cannot
 * be read. Used by the lane's thread only.
 */
public final class ExecutionLoader {

    private static final Logger LOG = LoggerFactory.getLogger(ExecutionLoader.class);

    private final int number;
    private final LaneStore store;
    private final Memory memory;
    private final Room room;

    /** @param number of the lane */
    public ExecutionLoader(int number, LaneStore store, Memory memory, Room room) {
        this.number = number;
        this.store = store;
        this.memory = memory;
        this.room = room;
    }

    /** Loads as many as fit into a page, and at least one. */
    CompletionStage<Loaded> loadSome(List<ExecutionId> ids) {
        return load(ids, room.memory().pageBytesMax())
                .thenCompose(loaded -> isStuck(loaded) ? loadLarge(loaded.left()) : completed(loaded));
    }

    private static boolean isStuck(Loaded loaded) {
        return loaded.executions().isEmpty() && !loaded.left().isEmpty();
    }

    /** Loads the first one alone, as it is larger than a page. */
    private CompletionStage<Loaded> loadLarge(List<ExecutionId> ids) {
        List<ExecutionId> others = ids.subList(1, ids.size());
        return load(ids.subList(0, 1), room.executionBytesMax()).thenApply(loaded -> {
            tooLarge(loaded.left());
            return new Loaded(loaded.executions(), others);
        });
    }

    /** Quarantines executions that only a process with more memory can load. */
    public void tooLarge(List<ExecutionId> ids) {
        for (ExecutionId id : ids) {
            quarantine(
                    id,
                    new IllegalStateException(
                            "its history is longer than %d bytes, which is all that executions may hold in memory (heldBytesMax); open the store with more heap"
                                    .formatted(room.executionBytesMax())));
        }
    }

    /**
     * Loads executions. Finds the damaged ones by halving and quarantines them, so that they do not keep the others
     * from running (F43).
     */
    public CompletionStage<Loaded> load(List<ExecutionId> ids, long bytesMax) {
        return store.load(ids, bytesMax)
                .handle((loaded, error) -> error == null ? completed(loaded) : halved(ids, bytesMax, error))
                .thenCompose(found -> found);
    }

    private static CompletionStage<Loaded> completed(Loaded loaded) {
        return CompletableFuture.completedStage(loaded);
    }

    /** The exception of a failed future. */
    public static Throwable unwrapped(Throwable error) {
        return error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    }

    private CompletionStage<Loaded> halved(List<ExecutionId> ids, long bytesMax, Throwable error) {
        Throwable cause = unwrapped(error);
        if (!(cause instanceof StoreException trouble) || trouble.kind() != StoreException.Kind.DATA) {
            return CompletableFuture.failedStage(cause);
        }
        if (ids.size() == 1) {
            quarantine(ids.getFirst(), trouble);
            return completed(Loaded.all(List.of()));
        }
        int half = ids.size() / 2;
        List<ExecutionId> others = ids.subList(half, ids.size());
        return load(ids.subList(0, half), bytesMax).thenCompose(first -> {
            long room = bytesMax;
            for (StoredExecution execution : first.executions()) {
                room -= execution.journalLength();
            }
            return first.left().isEmpty()
                    ? load(others, room)
                            .thenApply(second ->
                                    new Loaded(together(first.executions(), second.executions()), second.left()))
                    : completed(new Loaded(first.executions(), together(first.left(), others)));
        });
    }

    private static <T> List<T> together(List<T> some, List<T> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /** Leaves an execution alone that cannot be restored. */
    void quarantine(ExecutionId id, RuntimeException why) {
        memory.quarantine(id, why);
        LOG.error("lane {}: execution {} cannot be restored and is quarantined; it needs a person", number, id, why);
    }
}
