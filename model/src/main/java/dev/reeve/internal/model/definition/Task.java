package dev.reeve.internal.model.definition;

import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.OnSlow;
import dev.reeve.workflow.OnUnknown;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The work of a step. Each kind of step has its own record. */
public sealed interface Task {

    /** The least format that a release must know to understand this task, one of {@link DefinitionFormat}. */
    default int format() {
        return DefinitionFormat.FIRST;
    }

    /** The policy for a failure of the task; null if it always undoes the execution. */
    default @Nullable OnExhausted onExhausted() {
        return null;
    }

    /** Whether the code of a failure decides what follows it. */
    default boolean hasCodes() {
        OnExhausted policy = onExhausted();
        return policy != null && !policy.byCode().isEmpty();
    }

    /**
     * Calls an agent.
     *
     * @param call the forward action
     * @param compensate the action that undoes the step; null if nothing needs to be undone
     * @param probe the action that asks the service what became of a request; null if the service cannot be asked
     * @param onUnknown what happens when it is unknown whether the step was done
     * @param onExhausted what happens when retries are exhausted
     * @param priority work of a higher priority is handed out first; -100 to 100 (default 0)
     * @param expected how long an attempt usually takes, a longer one is suspect; null to learn it
     * @param limit limits the calls; null for no limit
     * @param startBy how long the step may wait for an agent each time it is queued, before it fails with
     *     {@code START_BY_PASSED}; null for no limit
     * @param onSlow what follows when an attempt takes longer than expected; null for nothing
     */
    record Action(
            ActionCall call,
            @Nullable ActionCall compensate,
            @Nullable ActionCall probe,
            OnUnknown onUnknown,
            OnExhausted onExhausted,
            int priority,
            @Nullable Duration expected,
            @Nullable StepLimit limit,
            @Nullable Duration startBy,
            @Nullable OnSlow onSlow)
            implements Task {

        /** Whether the step or its compensation is transactional. */
        public boolean isTransactional() {
            return call.transactional() || (compensate != null && compensate.transactional());
        }

        @Override
        public boolean hasCodes() {
            return Task.super.hasCodes()
                    || Stream.of(call, compensate, probe)
                            .flatMap(Stream::ofNullable)
                            .anyMatch(ActionCall::hasCodes);
        }

        @Override
        public int format() {
            boolean isLanguage = Stream.of(call, compensate, probe)
                    .anyMatch(called -> called != null
                            && (called.name() != null || called.retry().giveUpAfter() != null));
            return isLanguage || onSlow != null
                    ? DefinitionFormat.LANGUAGE
                    : isTransactional() ? DefinitionFormat.PERMITS : DefinitionFormat.FIRST;
        }

        /** An action without {@code onSlow}. */
        public Action(
                ActionCall call,
                @Nullable ActionCall compensate,
                @Nullable ActionCall probe,
                OnUnknown onUnknown,
                OnExhausted onExhausted,
                int priority,
                @Nullable Duration expected,
                @Nullable StepLimit limit,
                @Nullable Duration startBy) {
            this(call, compensate, probe, onUnknown, onExhausted, priority, expected, limit, startBy, null);
        }

        /** An action without {@code startBy} and {@code onSlow}. */
        public Action(
                ActionCall call,
                @Nullable ActionCall compensate,
                @Nullable ActionCall probe,
                OnUnknown onUnknown,
                OnExhausted onExhausted,
                int priority,
                @Nullable Duration expected,
                @Nullable StepLimit limit) {
            this(call, compensate, probe, onUnknown, onExhausted, priority, expected, limit, null);
        }

        /** An action without {@code expected}, {@code limit} and {@code startBy}. */
        public Action(
                ActionCall call,
                @Nullable ActionCall compensate,
                @Nullable ActionCall probe,
                OnUnknown onUnknown,
                OnExhausted onExhausted,
                int priority) {
            this(call, compensate, probe, onUnknown, onExhausted, priority, null, null);
        }
    }

    /**
     * Waits for a duration, counted from the start of the step.
     *
     * @param duration the key {@code wait} of a definition; Java forbids a component of that name
     */
    record WaitFor(Duration duration) implements Task {}

    /**
     * Waits until an instant. The expression computes ISO-8601 text or milliseconds since the epoch.
     *
     * @param updateOn the signal after which the instant is computed again; null for none
     */
    record WaitUntil(Expression waitUntil, @Nullable String updateOn) implements Task {
        /** A wait whose instant never changes. */
        public WaitUntil(Expression waitUntil) {
            this(waitUntil, null);
        }
    }

    /**
     * Chooses the first case that holds. The step's output is the name of that case. Steps that come after another of
     * its cases see this step as skipped. If no case holds, the output is null, and steps that come after any of its
     * cases see this step as skipped.
     *
     * @param cases in the order of evaluation; at least one
     */
    record Switch(List<Case> cases) implements Task {
        public Switch {
            cases = List.copyOf(cases);
        }

        /**
         * A case of a switch.
         *
         * @param when null for the last case, {@code otherwise}, which always holds
         */
        public record Case(String name, @Nullable Expression when) {}
    }

    /**
     * Waits for a signal to the execution. The signal's data is the step's output. A signal that arrived before the
     * step started is consumed at once. Each signal is consumed only once.
     *
     * @param signals the names of the signals, one of which is enough; at least one. With one, the output is its data.
     *     With several, the output is an object of the name and the data, such as {@code {"signal": "paid", "data": …}}
     * @param timeout how long to wait, counted from the start of the step; null for no limit within the execution
     * @param defaultOutput the key {@code default} of a definition: the step's output if no signal arrives in time.
     *     Null fails the step then
     * @param schema the schema of the signal's data; null accepts any JSON. A signal with other data is refused when it
     *     is sent
     * @param onExhausted what happens when the step fails
     * @param updateOn the signal after which the timeout, an expression, is computed again; null for none
     */
    record Await(
            List<String> signals,
            @Nullable Duration timeout,
            @Nullable Template defaultOutput,
            @Nullable JsonSchema schema,
            OnExhausted onExhausted,
            @Nullable String updateOn)
            implements Task {
        public Await {
            signals = List.copyOf(signals);
        }

        /** Maximum number of signals that one step can wait for. */
        public static final int SIGNALS_MAX = 32;

        /** Whether one of several signals is enough. */
        public boolean isOfSeveral() {
            return signals.size() > 1;
        }

        /** The names for people: {@code paid or cancelled}. */
        public String names() {
            return String.join(" or ", signals);
        }

        @Override
        public int format() {
            return DefinitionFormat.languageIf(isOfSeveral());
        }

        /** An await whose timeout never changes. */
        public Await(
                String signal,
                @Nullable Duration timeout,
                @Nullable Template defaultOutput,
                @Nullable JsonSchema schema,
                OnExhausted.Then onExhausted) {
            this(List.of(signal), timeout, defaultOutput, schema, OnExhausted.of(onExhausted), null);
        }
    }

    /** The signal after which the step's time is computed again; null for none. */
    default @Nullable String updateOn() {
        return null;
    }

    /**
     * Computes the step's output at once, without an agent and without an attempt.
     *
     * @param value any JSON with expressions
     */
    record Value(Template value) implements Task {
        @Override
        public int format() {
            return DefinitionFormat.LANGUAGE;
        }
    }

    /**
     * Fails on purpose, as a business failure: the execution is undone.
     *
     * @param code the code of the failure; {@code UPPER_SNAKE}
     * @param message computed when the step begins; null for a default text
     * @param details more data, computed when the step begins; null for none
     */
    record Fail(
            String code,
            @Nullable Template message,
            @Nullable Template details) implements Task {
        @Override
        public int format() {
            return DefinitionFormat.LANGUAGE;
        }
    }

    /**
     * Completes the execution at once: ends what is open, and nothing further begins.
     *
     * @param output the output of the execution, and of the step; any JSON with expressions
     */
    record Complete(Template output) implements Task {
        @Override
        public int format() {
            return DefinitionFormat.LANGUAGE;
        }
    }

    /** Whether the task ends the execution, so that nothing may come after it. */
    default boolean ends() {
        return this instanceof Fail || this instanceof Complete;
    }

    /**
     * Starts another workflow and waits for its end. The child's output is the step's output. Undoing the step undoes
     * the child.
     *
     * @param workflow the name of the workflow; if it is computed, the text of the expression
     * @param version null for the latest version when the step starts
     * @param input null for the execution's input
     * @param completeBy timeout of the child, after which it is undone; null for the child's own definition
     * @param onExhausted what happens when the child ends but has not completed
     * @param priority work of a higher priority is handed out first; -100 to 100 (default 0), added to the execution's
     *     priority
     * @param name computes the workflow when the step begins; null if it is a literal
     * @param group the steps of the step, as a workflow of its own; null if another workflow is started
     */
    record Child(
            String workflow,
            @Nullable Integer version,
            @Nullable Template input,
            @Nullable Duration completeBy,
            OnExhausted onExhausted,
            int priority,
            @Nullable ComputedName name,
            @Nullable Definition group)
            implements Task {

        /** A child that is a workflow which is deployed separately. */
        public Child(
                String workflow,
                @Nullable Integer version,
                @Nullable Template input,
                @Nullable Duration completeBy,
                OnExhausted onExhausted,
                int priority,
                @Nullable ComputedName name) {
            this(workflow, version, input, completeBy, onExhausted, priority, name, null);
        }

        /** A child that is a group of steps, with the same settings otherwise. */
        public Child of(Definition steps) {
            return new Child(steps.name(), steps.version(), input, completeBy, onExhausted, priority, null, steps);
        }

        /** A child whose workflow is a literal, and whose failures are handled alike, with any code. */
        public Child(
                String workflow,
                @Nullable Integer version,
                @Nullable Template input,
                @Nullable Duration completeBy,
                OnExhausted.Then onExhausted,
                int priority) {
            this(workflow, version, input, completeBy, OnExhausted.of(onExhausted), priority, null, null);
        }

        /** The workflows that can be started: one, unless the name is computed. */
        public List<String> names() {
            return name == null ? List.of(workflow) : name.oneOf();
        }

        /** The same child with one of its {@link #names}. */
        public Child named(String one) {
            return new Child(one, version, input, completeBy, onExhausted, priority, null, null);
        }

        @Override
        public int format() {
            return DefinitionFormat.languageIf(name != null || group != null);
        }

        /** Maximum nesting of children. A start beyond it fails the step that asked for it. */
        public static final int DEPTH_MAX = 16;
    }
}
