package dev.reeve.internal.engine.scheduler.batch;

import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.scheduler.memory.LiveExecution;
import dev.reeve.internal.engine.scheduler.memory.Memory;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.Escalated;
import dev.reeve.spi.Observer;
import java.util.function.Consumer;

/** Performs what a batch justifies, once it is stored. Used by the lane's thread only, except for the listeners. */
public final class BatchEffects {

    private final Memory memory;
    private final Dispatcher dispatcher;
    private final DeadlineListener deadlines;
    private final Entrance entrance;
    private final LaneStats stats;

    private volatile Runnable posted = () -> {};
    private volatile Consumer<Escalated> escalated = step -> {};
    private ObserverCalls observing = new ObserverCalls(Observer.NONE);

    public BatchEffects(
            Memory memory, Dispatcher dispatcher, DeadlineListener deadlines, Entrance entrance, LaneStats stats) {
        this.memory = memory;
        this.dispatcher = dispatcher;
        this.deadlines = deadlines;
        this.entrance = entrance;
        this.stats = stats;
    }

    public void observedBy(ObserverCalls told) {
        observing = told;
    }

    public void onPosted(Runnable signal) {
        posted = signal;
    }

    public void onEscalated(Consumer<Escalated> action) {
        escalated = action;
    }

    /** Performs the effects of a stored batch, except for the answers. */
    public void release(LaneBatch batch) {
        batch.leaving().forEach(memory::remove);
        count();
        dispatcher.deliver(batch.deliveries());
        dispatcher.withdraw(batch.withdrawn());
        dispatcher.enqueue(batch.ready());
        memory.noteWaiting(batch.ready(), batch.touched());
        closeAttempts(batch);
        dispatcher.release(batch.unusedSlots());
        deadlines.register(batch.deadlines());
        batch.followUps().forEach(entrance::offer);
        observing.tell(batch);
        if (batch.isPosting()) {
            posted.run();
        }
        batch.escalated().forEach(escalated);
    }

    /**
     * Performs the effects of a batch that was in doubt and is in the store. Its callers receive their answers,
     * attempts that it closed free their slots, and the steps that it moved leave their queues. A reload finds the open
     * work.
     */
    public void landed(LaneBatch batch) {
        observing.tell(batch);
        posted.run();
        batch.escalated().forEach(escalated);
        dispatcher.withdraw(batch.withdrawn());
        closeAttempts(batch);
        answer(batch);
    }

    private void closeAttempts(LaneBatch batch) {
        dispatcher.forget(batch.forgotten().tokens, batch.forgotten().agents);
        dispatcher.cancel(batch.cancelled().tokens, batch.cancelled().agents);
        dispatcher.ended(batch.reported());
        dispatcher.uncount(batch.uncounted());
        dispatcher.leave(batch.recounted());
    }

    /** Answers the messages of a stored batch. */
    public void answer(LaneBatch batch) {
        for (Runnable answer : batch.answers()) {
            answer.run();
        }
        for (LiveExecution live : batch.leaving()) {
            if (live.state().status().isTerminal()) {
                Ended ended = Ended.of(live.state());
                memory.takeWaiting(ended.id()).forEach(promise -> promise.complete(ended));
            }
        }
        dispatcher.flushVerdicts();
    }

    /** Swaps executions out, once every consequence of their state was passed on. */
    public void swapOut() {
        memory.swapOut();
        stats.held(memory.bytes(), memory.swappedOut());
    }

    /** Updates the numbers of executions that people see. */
    public void count() {
        stats.active(memory.size());
        stats.held(memory.bytes(), memory.swappedOut());
        stats.quarantined(memory.quarantined());
    }
}
