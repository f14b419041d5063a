package dev.reeve.internal.test.store;

import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.StoreException;
import org.jspecify.annotations.Nullable;

/** A batch from its request to its outcome. The outcome is decided once. */
final class SimTransaction {

    private enum State {
        UNDER_WAY,
        APPLIED,
        NOT_APPLIED
    }

    private final SimLaneRow lane;
    private final Batch batch;
    private final Condition condition;
    private State state = State.UNDER_WAY;

    /** Whether it holds the lane's row although no caller waits for it. */
    private boolean zombie;

    /** Undoes the batch; null once the standby has it too. */
    private @Nullable Runnable undo;

    SimTransaction(SimLaneRow lane, Batch batch, Condition condition) {
        this.lane = lane;
        this.batch = batch;
        this.condition = condition;
    }

    /** @return the database's answer, as if the connection still stood */
    CommitOutcome commit() {
        if (state != State.UNDER_WAY) {
            return Condition.broken();
        }
        StoreException refusal = condition.refusal(CallKind.COMMIT);
        if (refusal != null) {
            state = State.NOT_APPLIED;
            return new CommitOutcome.InDoubt(refusal);
        }
        Runnable before = condition.isStalled() ? lane.before(batch) : null;
        CommitOutcome outcome = lane.apply(batch);
        state = outcome instanceof CommitOutcome.Committed ? State.APPLIED : State.NOT_APPLIED;
        undo = state == State.APPLIED ? before : null;
        return outcome;
    }

    /** Drops the batch: it never commits. */
    CommitOutcome drop() {
        if (state == State.UNDER_WAY) {
            state = State.NOT_APPLIED;
        }
        return Condition.broken();
    }

    /** The node that wants to store it. */
    NodeId node() {
        return lane.node();
    }

    void becomeZombie() {
        zombie = true;
    }

    boolean isZombie() {
        return zombie;
    }

    boolean isUnderWay() {
        return state == State.UNDER_WAY;
    }

    boolean isApplied() {
        return state == State.APPLIED;
    }

    boolean isUnreplicated() {
        return undo != null;
    }

    /** The standby has the batch too. */
    void replicated() {
        undo = null;
    }

    /** The standby took over without the batch. */
    void undo() {
        Runnable backwards = undo;
        if (backwards != null) {
            undo = null;
            backwards.run();
            state = State.NOT_APPLIED;
            lane.undone(batch);
        }
    }
}
