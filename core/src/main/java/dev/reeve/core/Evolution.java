package dev.reeve.core;

import java.time.Instant;

/** Folds events into states. Pure: the same events give the same state, today and after an upgrade (I4). */
public final class Evolution {

    private Evolution() {}

    /** The state of an execution before its first event. */
    public static ExecutionState first(ExecutionId id, Plan plan) {
        return new ExecutionState(new ExecutionEdit(id, plan));
    }

    /**
     * The state after one more event.
     *
     * @param at when the event was decided
     * @throws IllegalStateException if the event is not possible in this state: the history is damaged, or there is a bug
     */
    public static ExecutionState apply(ExecutionState state, Event event, Instant at) {
        throw new UnsupportedOperationException();
    }
}
