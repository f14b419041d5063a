package dev.reeve.internal.engine.scheduler;

import dev.reeve.ExecutionId;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.Loop;
import dev.reeve.internal.engine.runtime.Mailbox;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Finds executions that callers started in their own transactions. The engine is not notified when such a transaction
 * commits, so it looks for the execution a few times, at growing intervals. This only saves time: the next sweep finds
 * an execution that was missed because the transaction lasted longer or because another engine runs now.
 *
 * <p>{@link #expect} may be called by any thread, {@link #runOnce} by one.
 */
public final class Arrivals {

    private static final long FIRST_LOOK_NANOS = 2_000_000;
    private static final int LOOKS_MAX = 10;
    private static final int EXPECTED_MAX = 10_000;

    private record Expected(ExecutionId id, long atNanos, int looks) {}

    private final Clock clock;
    private final Lanes lanes;
    private final Mailbox<Expected> incoming = new Mailbox<>(EXPECTED_MAX);
    private final List<Expected> drained = new ArrayList<>();
    private final PriorityQueue<Expected> queue;

    public Arrivals(Clock clock, Lanes lanes) {
        this.clock = clock;
        this.lanes = lanes;
        long origin = clock.nanos();
        this.queue = new PriorityQueue<>(Comparator.comparingLong(expected -> expected.atNanos() - origin));
    }

    /** Sets the signal for a newly expected execution. The signal must be cheap. */
    public void onExpected(Runnable signal) {
        incoming.onMessage(signal);
    }

    /** Looks for an execution that will be in the store once its caller commits. */
    public void expect(ExecutionId id) {
        // If too many are expected already, the sweep finds it.
        incoming.offer(new Expected(id, clock.nanos() + FIRST_LOOK_NANOS, 0));
    }

    /**
     * One turn.
     *
     * @return how long to rest, in nanoseconds, unless another execution is expected
     */
    public long runOnce() {
        incoming.drainTo(drained, EXPECTED_MAX - queue.size());
        queue.addAll(drained);
        drained.clear();
        long nanos = clock.nanos();
        Expected next;
        while ((next = queue.peek()) != null && next.atNanos() - nanos <= 0) {
            queue.remove();
            look(next);
        }
        return next == null ? Loop.UNTIL_WOKEN : next.atNanos() - nanos;
    }

    private void look(Expected expected) {
        int looks = expected.looks() + 1;
        lanes.arrive(expected.id(), there -> {
            if (!there && looks < LOOKS_MAX) {
                long wait = FIRST_LOOK_NANOS << looks;
                incoming.offer(new Expected(expected.id(), clock.nanos() + wait, looks));
            }
        });
    }
}
