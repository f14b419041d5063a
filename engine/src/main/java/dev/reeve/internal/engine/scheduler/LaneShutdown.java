package dev.reeve.internal.engine.scheduler;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.scheduler.batch.Entrance;
import dev.reeve.internal.engine.scheduler.batch.LaneBatch;
import dev.reeve.internal.engine.scheduler.batch.LaneShards;
import dev.reeve.internal.engine.scheduler.batch.Repeats;
import dev.reeve.internal.engine.scheduler.batch.Succession;
import dev.reeve.internal.engine.scheduler.memory.Memory;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.internal.engine.scheduler.recovery.StoreOutage;
import dev.reeve.spi.store.ShardSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a lane: notifies its callers, or passes them on if other nodes take its shards over. Used by the lane's thread,
 * or once that has ended, except where it says otherwise.
 */
final class LaneShutdown {

    private static final Logger LOG = LoggerFactory.getLogger(LaneShutdown.class);

    private final int number;
    private final Entrance entrance;
    private final Repeats again;
    private final Memory memory;
    private final LaneShards shards;
    private final Dispatcher dispatcher;
    private final Consumer<ReeveException> onOver;
    private boolean hasLeft;

    /** Leads the messages about the lane's shards elsewhere; null if the store belongs to one node at a time. */
    private volatile @Nullable Runnable leaving;

    /** @param onOver receives the reason why the lane ended, unless it was closed */
    LaneShutdown(
            int number,
            Entrance entrance,
            Repeats again,
            Memory memory,
            LaneShards shards,
            Dispatcher dispatcher,
            Consumer<ReeveException> onOver) {
        this.number = number;
        this.entrance = entrance;
        this.again = again;
        this.memory = memory;
        this.shards = shards;
        this.dispatcher = dispatcher;
        this.onOver = onOver;
    }

    /** Several nodes share the store. */
    void shared(Runnable action) {
        leaving = action;
    }

    /** Another node has the lane's shards. */
    void fenced() {
        if (leaving == null) {
            LOG.error("lane {}: another engine has taken over this store; this engine stops", number);
            end(
                    ReeveException.of(
                            ErrorCode.FENCED,
                            "another engine has taken over this store; close this one, and make sure that only one is started"));
        } else {
            LOG.warn("lane {}: another node has removed this one; the lane ends", number);
            onOver.accept(leave());
        }
    }

    /**
     * Refuses starts once the outage has lasted for a while. Ends the lane if the store is unusable.
     *
     * @return whether the lane has ended
     */
    boolean judge(StoreOutage outage, long nanos) {
        if (!outage.lasts(nanos)) {
            return false;
        }
        ReeveException unusable = outage.unusable(nanos);
        if (unusable != null) {
            LOG.error("lane {}: {}", number, unusable.getMessage(), unusable);
            end(unusable);
            return true;
        }
        List<Message> starts = again.removeStarts();
        entrance.takeStartsTo(starts);
        starts.forEach(message -> message.failStart(outage.nothingStored()));
        LaneBatch batch = entrance.underWay();
        if (batch != null) {
            ReeveException told = batch.isHandedOver() ? outage.inDoubt() : outage.nothingStored();
            batch.messages().forEach(message -> message.failStart(told));
        }
        return false;
    }

    private void end(ReeveException cause) {
        entrance.over(cause);
        refuseAll(cause);
        onOver.accept(cause);
    }

    /** Passes everything on to the next owners. */
    ReeveException leave() {
        ReeveException cause = abandonToOthers();
        refuseAll(cause);
        return cause;
    }

    /**
     * As {@link #leave}, for a lane whose thread may be at work. Its last messages follow when it returns. By then the
     * node may have joined again: the steps of these shards that wait in the dispatcher are another lane's.
     */
    synchronized ReeveException abandonToOthers() {
        if (!hasLeft) {
            hasLeft = true;
            dispatcher.drop(shards.shards()); // first: no slot is given to these steps any more
            Runnable action = leaving;
            if (action != null) {
                action.run();
            }
        }
        ReeveException cause = entrance.over();
        if (cause == null) {
            cause = ReeveException.of(
                    ErrorCode.FENCED,
                    "other nodes have taken over the executions of this node, which joins them again");
            entrance.leave(new Succession(cause, StoreOutage.removedInDoubt(), shards::pass));
        }
        entrance.refuse(cause);
        return cause;
    }

    /**
     * Notifies the callers if the lane has ended, also after the last answer of the store: maybe no turn follows. Waits
     * for the end of a turn.
     */
    void look(LanePhase phase) {
        ReeveException cause = entrance.over();
        if (cause != null && phase != LanePhase.BUSY) {
            refuseAll(cause);
        }
    }

    void refuseAll(ReeveException cause) {
        Succession next = entrance.succession();
        if (next == null) {
            again.removeAll().forEach(message -> message.fail(cause));
            entrance.refuse(cause);
            memory.failAll(cause);
        } else {
            again.removeAll().forEach(next::undecided);
            entrance.refuse(cause);
            memory.release(ShardSet.ALL)
                    .forEach((id, promises) ->
                            promises.forEach(ended -> next.undecided(new Message.AwaitEnd(id, ended))));
        }
    }
}
