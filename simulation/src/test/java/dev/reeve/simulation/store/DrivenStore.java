package dev.reeve.simulation.store;

import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.spi.store.ClusterStore;
import dev.reeve.spi.store.ForwardingLaneStore;
import dev.reeve.spi.store.ForwardingStore;
import dev.reeve.spi.store.GuardedCluster;
import dev.reeve.spi.store.GuardedOutbox;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Outbox;
import dev.reeve.spi.store.Store;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A simulated store whose virtual time runs whenever a caller waits for a future, for tests that wait. Thread-safe.
 */
final class DrivenStore extends ForwardingStore {

    private final Timeline timeline;

    DrivenStore(Timeline timeline, Store store) {
        super(store);
        this.timeline = timeline;
    }

    @Override
    protected <T> T reading(Supplier<T> call) {
        synchronized (timeline) {
            return call.get();
        }
    }

    @Override
    protected <T> T writing(Supplier<T> call) {
        synchronized (timeline) {
            return call.get();
        }
    }

    @Override
    public List<LaneStore> join(NodeId node, int lanes) {
        return super.join(node, lanes).stream().<LaneStore>map(Lane::new).toList();
    }

    @Override
    public ClusterStore cluster() {
        return new GuardedCluster(super.cluster(), timeline, Lane::new);
    }

    @Override
    public Outbox outbox() {
        return new GuardedOutbox(super.outbox(), timeline);
    }

    private final class Lane extends ForwardingLaneStore {

        private Lane(LaneStore lane) {
            super(lane);
        }

        @Override
        protected <T> CompletionStage<T> reading(Supplier<CompletionStage<T>> call) {
            return drive(call);
        }

        @Override
        protected <T> CompletionStage<T> writing(Supplier<CompletionStage<T>> call) {
            return drive(call);
        }

        private <T> CompletionStage<T> drive(Supplier<CompletionStage<T>> call) {
            synchronized (timeline) {
                CompletableFuture<T> answer = call.get().toCompletableFuture();
                while (!answer.isDone() && timeline.runNext()) {}
                return answer;
            }
        }
    }
}
