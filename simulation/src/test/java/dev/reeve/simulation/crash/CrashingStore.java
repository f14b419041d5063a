package dev.reeve.simulation.crash;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.ForwardingLaneStore;
import dev.reeve.spi.store.ForwardingOutbox;
import dev.reeve.spi.store.ForwardingStore;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Outbox;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A store whose process dies at a {@link CrashPoint}: from then on no call reaches the database, and none of a lane is
 * answered. Counted are the calls of the engine; what clients read and the time make no difference to anything.
 */
final class CrashingStore extends ForwardingStore {

    private final CrashPoint point;

    CrashingStore(Store store, CrashPoint point) {
        super(store);
        this.point = point;
    }

    private static StoreException dead(String message) {
        return new StoreException(StoreException.Kind.UNAVAILABLE, message, null);
    }

    private <T> T counted(boolean writes, Supplier<T> call) {
        if (!point.isDead() && point.reached(writes)) {
            try {
                Object unheard = point.moment() == CrashPoint.Moment.AFTER ? call.get() : "nothing";
                throw dead("This process has just died, and did not hear of " + unheard);
            } finally {
                point.die();
            }
        }
        return uncounted(call);
    }

    private <T> T uncounted(Supplier<T> call) {
        if (point.isDead()) {
            throw dead("This process is dead.");
        }
        return call.get();
    }

    /** Reads of clients. Reads of the engine are counted below. */
    @Override
    protected <T> T reading(Supplier<T> call) {
        return uncounted(call);
    }

    @Override
    protected <T> T writing(Supplier<T> call) {
        return counted(true, call);
    }

    @Override
    public List<LaneStore> join(NodeId node, int lanes) {
        return super.join(node, lanes).stream().<LaneStore>map(Lane::new).toList();
    }

    @Override
    public boolean areKept(List<ExecutionId> ids) {
        return counted(false, () -> delegate().areKept(ids));
    }

    @Override
    public List<StoredWorkflow> workflows(String namespace) {
        return counted(false, () -> delegate().workflows(namespace));
    }

    @Override
    public Outbox outbox() {
        return new CountedOutbox(delegate().outbox());
    }

    private final class CountedOutbox extends ForwardingOutbox {

        private CountedOutbox(Outbox outbox) {
            super(outbox);
        }

        @Override
        protected <T> T reading(Supplier<T> call) {
            return uncounted(call);
        }

        @Override
        protected <T> T writing(Supplier<T> call) {
            return counted(true, call);
        }

        /** A client's call. */
        @Override
        public int redeliver(ExecutionId execution, Instant now) {
            return uncounted(() -> delegate().redeliver(execution, now));
        }
    }

    private final class Lane extends ForwardingLaneStore {

        private Lane(LaneStore lane) {
            super(lane);
        }

        @Override
        protected <T> CompletionStage<T> reading(Supplier<CompletionStage<T>> call) {
            return answered(false, call);
        }

        @Override
        protected <T> CompletionStage<T> writing(Supplier<CompletionStage<T>> call) {
            return answered(true, call);
        }

        private <T> CompletionStage<T> answered(boolean writes, Supplier<CompletionStage<T>> call) {
            try {
                return counted(writes, call);
            } catch (StoreException e) {
                if (point.isDead()) {
                    return new CompletableFuture<>();
                }
                throw e;
            }
        }
    }
}
