package dev.reeve.internal.core;

import dev.reeve.Json;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.model.definition.ActionCall;
import dev.reeve.internal.model.definition.ComputedName;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Repeat;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.workflow.Join;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Others;
import dev.reeve.workflow.Retry;
import dev.reeve.workflow.Tolerate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Workflows for tests, in few words. */
public final class Flow {

    public static final Duration COMPLETE_BY = Duration.ofMinutes(1);

    /** Three attempts, up to 1 s and 2 s apart. */
    static final Retry RETRY = new Retry(3, Duration.ofSeconds(1), 2, Duration.ofMinutes(1));

    /** Compiled once: random tests ask for the same ones thousands of times. */
    private static final Map<String, Expression> EXPRESSIONS = new ConcurrentHashMap<>();

    private static final Map<String, Template> TEMPLATES = new ConcurrentHashMap<>();

    private final List<Step> steps = new ArrayList<>();
    private final List<Step> finallySteps = new ArrayList<>();
    private @Nullable Template output;

    public static Flow of(Spec... specs) {
        Flow flow = new Flow();
        for (Spec spec : specs) {
            flow.steps.add(spec.build());
        }
        return flow;
    }

    public Flow andFinally(Spec... specs) {
        for (Spec spec : specs) {
            finallySteps.add(spec.build());
        }
        return this;
    }

    public Flow output(String json) {
        output = template(json);
        return this;
    }

    private static Expression expression(String source) {
        return EXPRESSIONS.computeIfAbsent(source, Expression::of);
    }

    private static Template template(String json) {
        return TEMPLATES.computeIfAbsent(json, text -> Template.of(new Json(text)));
    }

    public Definition workflow() {
        return new Definition("test", 1, "", null, null, steps, finallySteps, output);
    }

    public Plan plan() {
        return Plan.of(workflow());
    }

    /** A step that calls {@code NAME.do}, unless another action is given. */
    public static Spec step(String name) {
        return new Spec(name);
    }

    public static final class Spec {
        private final String name;
        private List<String> after = List.of();
        private Join join = Join.ALL;
        private @Nullable Expression when;
        private @Nullable Template input;
        private Retry retry = RETRY;
        private OnUnknown onUnknown = OnUnknown.RETRY;
        private OnExhausted onExhausted = OnExhausted.COMPENSATE;
        private @Nullable ActionCall compensate;
        private @Nullable ActionCall probe;
        private @Nullable Task other;
        private int priority;
        private @Nullable ForEach forEach;
        private @Nullable Repeat repeat;
        private @Nullable JsonSchema schema;
        private boolean pivot;
        private @Nullable Duration expected;
        private @Nullable Duration startBy;
        private @Nullable Duration othersGiveUpAfter;
        private @Nullable ComputedName computed;

        private Spec(String name) {
            this.name = name;
        }

        public Spec after(String... names) {
            after = List.of(names);
            return this;
        }

        public Spec forEach(String items, int concurrency, Tolerate tolerate) {
            forEach = new ForEach(template(items), "item", concurrency, tolerate);
            return this;
        }

        /** Makes lists of this many elements the items of {@link #forEach}. */
        public Spec batch(int elements) {
            ForEach singly = Objects.requireNonNull(forEach);
            forEach = new ForEach(singly.items(), elements, singly.as(), singly.concurrency(), singly.tolerate());
            return this;
        }

        /** One second, then two, four, eight and ten. */
        public Spec repeatUntil(String condition, int max) {
            repeat = new Repeat(expression(condition), Duration.ofSeconds(1), 2, Duration.ofSeconds(10), max);
            return this;
        }

        /** Predecessor {@link #repeatUntil}: a round follows the other at once. */
        public Spec atOnce() {
            Repeat timed = Objects.requireNonNull(repeat);
            repeat = new Repeat(timed.until(), Duration.ZERO, 1, Duration.ZERO, timed.max());
            return this;
        }

        public Spec switching(String... cases) {
            List<Task.Switch.Case> all = new ArrayList<>();
            for (String option : cases) {
                String[] parts = option.split(": ", 2);
                all.add(new Task.Switch.Case(parts[0], parts[1].equals("otherwise") ? null : expression(parts[1])));
            }
            other = new Task.Switch(all);
            return this;
        }

        public Spec child(String workflow) {
            other = new Task.Child(workflow, null, input, null, onExhausted, 0, computed);
            return this;
        }

        public Spec awaits(String signal) {
            other = new Task.Await(List.of(signal), null, null, null, onExhausted, null);
            return this;
        }

        /** Collects the signals that it awaits, until this holds. */
        public Spec collects(String condition, int max) {
            repeat = new Repeat(
                    expression(condition), Repeat.DEFAULT_DELAY, Repeat.DEFAULT_FACTOR, Repeat.DEFAULT_MAX_DELAY, max);
            return this;
        }

        public Spec awaitsAny(String... signals) {
            other = new Task.Await(List.of(signals), null, null, schema, onExhausted, null);
            return this;
        }

        public Spec awaits(String signal, Duration timeout, @Nullable String otherwise) {
            Template template = otherwise == null ? null : template(otherwise);
            other = new Task.Await(List.of(signal), timeout, template, schema, onExhausted, null);
            return this;
        }

        /** Of a signal's data, if it stands before {@link #awaits}; of the output otherwise. */
        public Spec schema(String json) {
            schema = new JsonSchema(new Json(json));
            return this;
        }

        public Spec pivot() {
            pivot = true;
            return this;
        }

        /** The fate of the others, after {@link #join}. */
        public Spec others(Others others) {
            join = join.withOthers(others);
            return this;
        }

        public Spec join(int count) {
            join = Join.of(count);
            return this;
        }

        public Spec joinAny() {
            join = Join.ANY;
            return this;
        }

        public Spec when(String expression) {
            when = expression(expression);
            return this;
        }

        public Spec input(String json) {
            input = template(json);
            return this;
        }

        public Spec startBy(Duration allowed) {
            startBy = allowed;
            return this;
        }

        public Spec expected(Duration usually) {
            expected = usually;
            return this;
        }

        /** Call it before the probe and the compensation are set. */
        public Spec othersGiveUpAfter(Duration time) {
            othersGiveUpAfter = time;
            return this;
        }

        private Retry retryOfOthers() {
            return othersGiveUpAfter == null ? RETRY : RETRY.withGiveUpAfter(othersGiveUpAfter);
        }

        public Spec retry(Retry policy) {
            retry = policy;
            return this;
        }

        public Spec maxAttempts(int max) {
            retry = RETRY.withMaxAttempts(max);
            return this;
        }

        public Spec compensated() {
            compensate = call(name + ".undo", null, retryOfOthers());
            return this;
        }

        public Spec compensatedWith(String json) {
            compensate = call(name + ".undo", template(json), retryOfOthers());
            return this;
        }

        /** Computes the action that undoes it. */
        public Spec compensatedByOneOf(String expression, String... oneOf) {
            ComputedName undo = new ComputedName(template('"' + expression + '"'), List.of(oneOf));
            compensate = new ActionCall(name + ".undo", null, COMPLETE_BY, Duration.ofSeconds(10), RETRY, false, undo);
            return this;
        }

        public Spec compensatedBy(String action) {
            compensate = call(action, null, retryOfOthers());
            return this;
        }

        public Spec probed() {
            probe = call(name + ".ask", null, retryOfOthers());
            return this;
        }

        public Spec probedWith(String json) {
            probe = call(name + ".ask", template(json), retryOfOthers());
            return this;
        }

        public Spec onUnknown(OnUnknown policy) {
            onUnknown = policy;
            return this;
        }

        public Spec then(OnExhausted.Then then) {
            onExhausted = new OnExhausted(onExhausted.pause(), onExhausted.rounds(), then, onExhausted.byCode());
            return this;
        }

        public Spec byCode(String code, OnExhausted.Then then) {
            onExhausted = onExhausted.withCode(code, then);
            return this;
        }

        /** Computes the action, or the child workflow, from its usual name and the names that can come. */
        public Spec named(String expression, String... oneOf) {
            computed = new ComputedName(template('"' + expression + '"'), List.of(oneOf));
            return this;
        }

        public Spec pause(Duration pause, int rounds) {
            onExhausted = new OnExhausted(pause, rounds, onExhausted.then(), onExhausted.byCode());
            return this;
        }

        public Spec priority(int value) {
            priority = value;
            return this;
        }

        public Spec waitFor(Duration duration) {
            other = new Task.WaitFor(duration);
            return this;
        }

        public Spec value(String json) {
            other = new Task.Value(template(json));
            return this;
        }

        public Spec fails(String code, @Nullable String message) {
            other = new Task.Fail(code, message == null ? null : template(message), null);
            return this;
        }

        public Spec completes(String json) {
            other = new Task.Complete(template(json));
            return this;
        }

        public Spec waitUntil(String expression) {
            other = new Task.WaitUntil(expression(expression));
            return this;
        }

        /** A wait that the signal moves. */
        public Spec waitUntil(String expression, String signal) {
            other = new Task.WaitUntil(expression(expression), signal);
            return this;
        }

        public Step build() {
            Task task = other != null
                    ? other
                    : new Task.Action(
                            new ActionCall(
                                    name + ".do", input, COMPLETE_BY, Duration.ofSeconds(10), retry, false, computed),
                            compensate,
                            probe,
                            onUnknown,
                            onExhausted,
                            priority,
                            expected,
                            null,
                            startBy);
            List<Predecessor> edges = after.stream().map(Predecessor::parse).toList();
            JsonSchema output = other instanceof Task.Await ? null : schema;
            return new Step(name, edges, join, when, forEach, repeat, pivot, output, task);
        }

        private static ActionCall call(String action, @Nullable Template input, Retry retry) {
            return new ActionCall(action, input, COMPLETE_BY, Duration.ofSeconds(10), retry);
        }
    }
}
