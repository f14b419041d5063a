package dev.reeve.simulation.story;

import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Batches that fail before the store sees them. The lane does not know that, and asks when it takes itself again. */
final class LostBatches implements Stage.LaneInterception {

    private final Predicate<Batch> isLost;
    private final StoreException cause;
    private boolean lost;

    /** @param cause the error that the lane gets */
    LostBatches(Predicate<Batch> isLost, StoreException cause) {
        this.isLost = isLost;
        this.cause = cause;
    }

    @Override
    public @Nullable Object of(LaneStore lane, String method, @Nullable Object[] arguments) {
        return switch (method) {
            case "commit" -> {
                lost = arguments[0] instanceof Batch batch && isLost.test(batch);
                yield lost ? CompletableFuture.completedStage(new CommitOutcome.InDoubt(cause)) : null;
            }
            // the store would tell of the batch before
            case "reacquire" -> lost ? lane.reacquire().thenApply(found -> Reacquired.NOT_LANDED) : null;
            default -> null;
        };
    }
}
