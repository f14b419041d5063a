package dev.reeve.model;

import java.time.Duration;
import java.util.List;
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
     * @param expected how long an attempt usually takes: one that takes longer is suspect; null to learn it
     * @param limit how many calls may be made; null for any number
     * @param startBy how long the step may wait for an agent each time it is queued, before it fails with {@code START_BY_PASSED}; null for
     *     any time
     */
    record Action(
            Call call,
            @Nullable Call compensate,
            @Nullable Call probe,
            OnUnknown onUnknown,
            OnExhausted onExhausted,
            int priority,
            @Nullable Duration expected,
            @Nullable Limit limit,
            @Nullable Duration startBy)
            implements Task {

        /** Without {@code startBy}. */
        public Action(
                Call call,
                @Nullable Call compensate,
                @Nullable Call probe,
                OnUnknown onUnknown,
                OnExhausted onExhausted,
                int priority,
                @Nullable Duration expected,
                @Nullable Limit limit) {
            this(call, compensate, probe, onUnknown, onExhausted, priority, expected, limit, null);
        }

        /** Without {@code expected}, {@code limit} and {@code startBy}. */
        public Action(
                Call call,
                @Nullable Call compensate,
                @Nullable Call probe,
                OnUnknown onUnknown,
                OnExhausted onExhausted,
                int priority) {
            this(call, compensate, probe, onUnknown, onExhausted, priority, null, null);
        }
    }

    /**
     * Waits for a length of time, counted from the moment at which the step starts.
     *
     * @param duration the key {@code wait} of a definition; Java forbids a component of that name
     */
    record WaitFor(Duration duration) implements Task {}

    /** Waits until an instant; the expression gives ISO-8601 text or milliseconds since the epoch. */
    record WaitUntil(Expression waitUntil) implements Task {}

    /**
     * Chooses the first case that holds; the step's output is the name of that case. Steps that come after another of its cases
     * see it as skipped. If no case holds the output is null, and steps that come after any of its cases see it as skipped.
     *
     * @param cases in the order in which they are asked; at least one
     */
    record Switch(List<Case> cases) implements Task {
        public Switch {
            cases = List.copyOf(cases);
        }

        /**
         * A case of a switch.
         *
         * @param when null for the one that holds {@code otherwise}, which is the last
         */
        public record Case(String name, @Nullable Expression when) {}
    }

    /**
     * Waits for a signal that somebody sends to the execution; its data is the step's output. One that came before the step
     * started is taken at once, and each is taken only once.
     *
     * @param signal its name
     * @param timeout how long to wait, counted from the moment at which the step starts; null for as long as the execution lasts
     * @param defaultOutput the key {@code default} of a definition: the step's output if no signal comes in time. Null makes the
     *     step fail then
     * @param schema what the signal's data must satisfy; null accepts any JSON. Other data is refused when it is sent
     * @param onExhausted what happens when the step fails
     */
    record Await(
            String signal,
            @Nullable Duration timeout,
            @Nullable Template defaultOutput,
            @Nullable JsonSchema schema,
            OnExhausted.Then onExhausted)
            implements Task {}

    /**
     * Starts another workflow, and waits for its end. Its output is the step's output; the step is undone by undoing it.
     *
     * @param workflow the name of the workflow
     * @param version null for the latest when the step starts
     * @param input null for the input of the execution
     * @param completeBy how long the child may take before it is undone; null leaves it to the child's definition
     * @param onExhausted what happens when the child ends otherwise than completed
     * @param priority higher is handed out first; 0 by default, -100 to 100, added to that of the execution
     */
    record Child(
            String workflow,
            @Nullable Integer version,
            @Nullable Template input,
            @Nullable Duration completeBy,
            OnExhausted.Then onExhausted,
            int priority)
            implements Task {

        /** How deep children may be nested: a start beyond it is a failure of the step that asked for it. */
        public static final int DEPTH_MAX = 16;
    }
}
