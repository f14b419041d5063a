package dev.reeve.internal.http.endpoint;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs a task on another thread after it was asked for. Asking is cheap and never waits. Requests that come while the
 * task runs or rests are joined: it runs once more after them. It never runs twice at a time. Thread-safe.
 */
final class WakeUp {

    private enum State {
        IDLE,
        /** The task runs or rests. It has not been asked for again. */
        BUSY,
        /** The task has been asked for again, maybe after it had a look. */
        ASKED_AGAIN
    }

    private final Runnable task;
    private final Executor now;
    private final Executor later;
    private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);

    /**
     * @param task must be short
     * @param now runs the first round
     * @param later runs what is to come after the rest between two rounds
     */
    WakeUp(Runnable task, Executor now, Executor later) {
        this.task = task;
        this.now = now;
        this.later = later;
    }

    /** Asks for a round that begins after this moment. */
    void ask() {
        if (state.get() == State.ASKED_AGAIN) {
            return;
        }
        State before = state.getAndUpdate(now -> now == State.IDLE ? State.BUSY : State.ASKED_AGAIN);
        if (before == State.IDLE) {
            execute(now, this::round);
        }
    }

    private void round() {
        try {
            task.run();
        } finally {
            execute(later, this::rested);
        }
    }

    private void rested() {
        if (!state.compareAndSet(State.BUSY, State.IDLE)) {
            state.set(State.BUSY); // before the round, so that a request during it counts
            round();
        }
    }

    /** Without a thread, the next request tries again. */
    private void execute(Executor executor, Runnable step) {
        boolean begun = false;
        try {
            executor.execute(step);
            begun = true;
        } finally {
            if (!begun) {
                state.set(State.IDLE);
            }
        }
    }
}
