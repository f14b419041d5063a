package dev.reeve.benchmark.workload;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ClusterStore;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Due;
import dev.reeve.spi.store.ForwardingClusterStore;
import dev.reeve.spi.store.ForwardingLaneStore;
import dev.reeve.spi.store.ForwardingStore;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Registration;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.Store;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Measures a store while the engine uses it: rows per commit, duration of commits, and cost of scans. */
final class MeasuredStore extends ForwardingStore {

    private final Commits commits = new Commits();
    private final Scans scans = new Scans();
    private final LongAdder removed = new LongAdder();
    private volatile int lanes;

    MeasuredStore(Store store) {
        super(store);
    }

    Commits commits() {
        return commits;
    }

    Scans scans() {
        return scans;
    }

    /** Number of executions removed. */
    long removed() {
        return removed.sum();
    }

    /** Number of lanes requested; 0 before the join. */
    int lanes() {
        return lanes;
    }

    @Override
    public List<LaneStore> join(NodeId node, int count) {
        return measured(super.join(node, count));
    }

    private List<LaneStore> measured(List<LaneStore> joined) {
        lanes = joined.size();
        return joined.stream()
                .<LaneStore>map(lane -> new MeasuredLane(lane, commits, scans))
                .toList();
    }

    @Override
    public ClusterStore cluster() {
        return new ForwardingClusterStore(super.cluster()) {
            @Override
            public List<LaneStore> join(Registration registration, int count) {
                return measured(super.join(registration, count));
            }
        };
    }

    @Override
    public int remove(List<ExecutionId> ended) {
        int count = super.remove(ended);
        removed.add(count);
        return count;
    }

    private static final class MeasuredLane extends ForwardingLaneStore {

        private final Commits commits;
        private final Scans scans;

        private MeasuredLane(LaneStore lane, Commits commits, Scans scans) {
            super(lane);
            this.commits = commits;
            this.scans = scans;
        }

        @Override
        public CompletionStage<CommitOutcome> commit(Batch batch) {
            long begun = System.nanoTime();
            CompletionStage<CommitOutcome> outcome = delegate().commit(batch);
            commits.committed(
                    batch.journal().size(),
                    batch.started().size(),
                    batch.changed().size(),
                    System.nanoTime() - begun);
            return outcome;
        }

        @Override
        public CompletionStage<List<Due>> due(ShardSet shards, Instant until, @Nullable Due after, int limit) {
            return scans.measured(() -> delegate().due(shards, until, after, limit));
        }
    }
}
