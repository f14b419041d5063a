package dev.reeve.spi.store;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * A store around another one, whose lanes fail as a {@link FaultPlan} says, and which can be made unavailable as a
 * whole (F14 to F17). Thread-safe like any store.
 *
 * <p>The wrapper keeps the promises of the port: after {@link LaneStore#reacquire} has answered, nothing of the batch
 * in doubt happens any more, and what it answered is true.
 *
 * <pre>{@code
 * FaultyStore store = new FaultyStore(real, FaultPlan.random(seed, 20), Runnable::run);
 * store.outage(true);   // every call fails until outage(false)
 * }</pre>
 */
public final class FaultyStore extends ForwardingStore {

    private final FaultPlan plan;
    private final Executor later;
    private volatile boolean outage;

    /**
     * @param store the one that does the work
     * @param later runs what comes late: slow answers and transactions whose connection broke. It may do so on any
     *     thread at any time, or never: a transaction that it has not run is carried through by reacquire. A slow
     *     answer that it never runs is never given
     */
    public FaultyStore(Store store, FaultPlan plan, Executor later) {
        super(store);
        this.plan = plan;
        this.later = later;
    }

    /** From now on the database does not answer; or it does again. */
    public void outage(boolean outage) {
        this.outage = outage;
    }

    Fault next(FaultPlan.Call call) {
        return outage ? Fault.NOT_APPLIED : plan.next(call);
    }

    static StoreException error(Fault fault) {
        return new StoreException(
                StoreException.Kind.UNAVAILABLE, "The connection broke (injected fault %s).".formatted(fault), null);
    }

    private void checkAvailable() {
        if (outage) {
            throw new StoreException(
                    StoreException.Kind.UNAVAILABLE, "The database does not answer (injected outage).", null);
        }
    }

    @Override
    protected <T> T reading(Supplier<T> call) {
        checkAvailable();
        return call.get();
    }

    @Override
    protected <T> T writing(Supplier<T> call) {
        checkAvailable();
        return call.get();
    }

    @Override
    public List<LaneStore> join(NodeId node, int lanes) {
        return super.join(node, lanes).stream().map(this::faulty).toList();
    }

    private LaneStore faulty(LaneStore lane) {
        return new FaultyLaneStore(lane, this, later);
    }

    @Override
    public ClusterStore cluster() {
        return new GuardedCluster(super.cluster(), new Object(), this::faulty) {
            @Override
            protected <T> T guarded(Supplier<T> call) {
                checkAvailable();
                return call.get();
            }
        };
    }

    @Override
    public ScheduleStore scheduling() {
        checkAvailable();
        return super.scheduling();
    }

    @Override
    public Outbox outbox() {
        return new GuardedOutbox(delegate().outbox(), this) {
            @Override
            protected <T> T guarded(Supplier<T> call) {
                checkAvailable();
                return call.get();
            }
        };
    }

    @Override
    public String describe() {
        return super.describe() + " with injected faults";
    }
}
