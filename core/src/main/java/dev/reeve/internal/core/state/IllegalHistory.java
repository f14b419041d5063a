package dev.reeve.internal.core.state;

import dev.reeve.Event;
import org.jspecify.annotations.Nullable;

/** The error about an event that is not possible: the history is damaged, or the engine has a bug. */
final class IllegalHistory {

    /** The maximum length of an event in an error message. */
    private static final int EVENT_LENGTH_MAX = 500;

    private IllegalHistory() {}

    static void require(boolean condition, ExecutionState state, Event event, String problem) {
        if (!condition) {
            throw of(state, event, null, problem);
        }
    }

    /** The error, with the full context. */
    static IllegalStateException of(ExecutionState state, Event event, @Nullable StepState step, String problem) {
        return new IllegalStateException("%s is not possible as event %d of %s in phase %s: %s%s"
                .formatted(
                        told(event),
                        state.events + 1,
                        state,
                        state.phase,
                        problem,
                        step == null ? "" : "; the step is " + step));
    }

    static String told(Event event) {
        String what = event.toString();
        return what.length() <= EVENT_LENGTH_MAX ? what : what.substring(0, EVENT_LENGTH_MAX) + "…";
    }
}
