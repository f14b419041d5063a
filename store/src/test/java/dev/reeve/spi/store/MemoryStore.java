package dev.reeve.spi.store;

import dev.reeve.internal.store.ModelPermits;
import dev.reeve.internal.store.ModelStore;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The store in memory, for tests of what stands on a store. It passes the same contract as the real ones. Thread-safe.
 *
 * <p>{@link #close} closes this view only. {@link #reopened} is the same database, opened again.
 */
public final class MemoryStore extends ForwardingStore {

    private final ModelStore database;
    private volatile boolean closed;
    private long endedRows;

    /** @param clock the time of this store */
    public MemoryStore(Supplier<Instant> clock) {
        this(new ModelStore(clock::get));
    }

    private MemoryStore(ModelStore database) {
        super(database);
        this.database = database;
    }

    /** Another store on the same data, as after a restart. */
    public MemoryStore reopened() {
        return new MemoryStore(database);
    }

    @Override
    protected <T> T reading(Supplier<T> call) {
        return guarded(call);
    }

    @Override
    protected <T> T writing(Supplier<T> call) {
        return guarded(call);
    }

    private <T> T guarded(Supplier<T> call) {
        synchronized (database) {
            checkOpen();
            return call.get();
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new StoreException(
                    StoreException.Kind.UNAVAILABLE, "The store in memory is closed. Open it again.", null);
        }
    }

    @Override
    public List<LaneStore> join(NodeId node, int lanes) {
        return super.join(node, lanes).stream().<LaneStore>map(Lane::new).toList();
    }

    @Override
    public ClusterStore cluster() {
        return new GuardedCluster(guarded(database::cluster), database, Lane::new) {
            @Override
            protected <T> T guarded(Supplier<T> call) {
                checkOpen();
                return call.get();
            }
        };
    }

    @Override
    public List<EndedExecution> ended(EndedFilter filter) {
        List<EndedExecution> page = super.ended(filter);
        endedRows += page.size();
        return page;
    }

    /** The agents' side of the permits. */
    public ModelPermits permits() {
        return database.permits();
    }

    /** How many rows {@link #ended} has given. */
    public long endedRows() {
        return endedRows;
    }

    @Override
    public ScheduleStore scheduling() {
        return new ForwardingScheduleStore(guarded(database::scheduling)) {
            @Override
            protected <T> T reading(Supplier<T> call) {
                return guarded(call);
            }

            @Override
            protected <T> T writing(Supplier<T> call) {
                return guarded(call);
            }
        };
    }

    @Override
    public Outbox outbox() {
        return new GuardedOutbox(guarded(database::outbox), database) {
            @Override
            protected <T> T guarded(Supplier<T> call) {
                checkOpen();
                return call.get();
            }
        };
    }

    @Override
    public String describe() {
        return "memory";
    }

    @Override
    public void close() {
        closed = true;
    }

    private final class Lane extends ForwardingLaneStore {

        private Lane(LaneStore lane) {
            super(lane);
        }

        @Override
        public CompletionStage<CommitOutcome> commit(Batch batch) {
            try {
                return guarded(() -> delegate().commit(batch));
            } catch (StoreException e) {
                return CompletableFuture.completedStage(new CommitOutcome.InDoubt(e));
            }
        }

        @Override
        protected <T> CompletionStage<T> reading(Supplier<CompletionStage<T>> call) {
            return answered(call);
        }

        @Override
        protected <T> CompletionStage<T> writing(Supplier<CompletionStage<T>> call) {
            return answered(call);
        }

        private <T> CompletionStage<T> answered(Supplier<CompletionStage<T>> call) {
            try {
                return guarded(call);
            } catch (StoreException e) {
                return CompletableFuture.failedStage(e);
            }
        }
    }
}
