package dev.reeve.internal.engine.scheduler.memory;

import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.QueueTimes;
import dev.reeve.internal.core.state.StepState;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The due times within one execution. An entry is not removed when events overtake it. Reading the top drops entries
 * that do not hold any more, so a transition costs O(log n) at most.
 */
public final class DueHeap {

    /** An entry. */
    public sealed interface Due {
        Instant at();

        /** The execution's own complete-by. */
        record OfExecution(Instant at) implements Due {}

        /** An attempt's complete-by. */
        record OfAttempt(Instant at, StepPath step, long nonce) implements Due {}

        /** The next check whether an attempt's agent has shown a sign of life. */
        record OfHeartbeat(Instant at, StepPath step, long nonce) implements Due {}

        /** The next look at a permit that a transaction of an agent held. */
        record OfPermit(Instant at, StepPath step, long nonce, Command command) implements Due {}

        /** When a queued step no longer waits for an agent. */
        record OfQueue(Instant at, StepPath step) implements Due {}

        /** The end of a wait. */
        record OfWait(Instant at, StepPath step) implements Due {}
    }

    private final PriorityQueue<Due> heap = new PriorityQueue<>(4, Comparator.comparing(Due::at));

    public void add(Due due) {
        heap.add(due);
    }

    /** The earliest entry that holds in this state; null if none does. */
    @Nullable Due first(ExecutionState state) {
        Due top;
        while ((top = heap.peek()) != null && !holds(top, state)) {
            heap.poll();
        }
        return top;
    }

    /** Takes the earliest entry that holds and is due at {@code now}. */
    public @Nullable Due poll(ExecutionState state, Instant now) {
        Due top = first(state);
        return top != null && !top.at().isAfter(now) ? heap.poll() : null;
    }

    private static boolean holds(Due due, ExecutionState state) {
        return switch (due) {
            case Due.OfExecution execution -> execution.at().equals(state.dueAt());
            case Due.OfAttempt attempt -> runs(state, attempt.step(), attempt.nonce());
            case Due.OfHeartbeat heartbeat -> runs(state, heartbeat.step(), heartbeat.nonce());
            case Due.OfPermit permit -> runs(state, permit.step(), permit.nonce());
            case Due.OfQueue queue -> queue.at().equals(QueueTimes.until(state, queue.step()));
            case Due.OfWait wait ->
                state.paused() == null
                        && open(state, wait.step()) instanceof Open.Waiting waiting
                        && waiting.until().equals(wait.at());
        };
    }

    private static boolean runs(ExecutionState state, StepPath step, long nonce) {
        return open(state, step) instanceof Open.Running running && running.nonce() == nonce;
    }

    private static @Nullable Open open(ExecutionState state, StepPath path) {
        StepState step = state.step(path);
        return step == null ? null : step.open();
    }
}
