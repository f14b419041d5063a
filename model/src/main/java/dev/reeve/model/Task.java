package dev.reeve.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a step does. One record for each kind of step. */
public sealed interface Task {

    /**
     * A call of an agent.
     *
     * @param call the forward action
     * @param compensate the action that undoes the step; null if there is nothing to undo
     * @param probe the action that asks the service what became of a request; null if it cannot be asked
     * @param onUnknown what happens when nobody can say whether the step was done
     * @param onExhausted what happens when retrying is over
     * @param priority higher is handed out first; 0 by default, -100 to 100
     */
    record Action(
            Call call,
            @Nullable Call compensate,
            @Nullable Call probe,
            OnUnknown onUnknown,
            OnExhausted onExhausted,
            int priority)
            implements Task {}

    /**
     * Waits for a length of time, counted from the moment at which the step starts.
     *
     * @param duration the key {@code wait} of a definition; Java forbids a component of that name
     */
    record WaitFor(Duration duration) implements Task {}

    /** Waits until an instant; the expression gives ISO-8601 text or milliseconds since the epoch. */
    record WaitUntil(Expression waitUntil) implements Task {}
}
