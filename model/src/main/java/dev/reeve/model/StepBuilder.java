package dev.reeve.model;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Says what a step does: one of {@link #action}, {@link #switchCase}, {@link #wait(Duration)}, {@link #waitUntil},
 * {@link #await(String)} and {@link #workflow}. Not thread-safe.
 *
 * @see WorkflowBuilder
 */
public final class StepBuilder {

    private final Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    private final Map<String, @Nullable Object> cases = new LinkedHashMap<>();
    private final CallBuilder call = new CallBuilder(tree);

    StepBuilder() {}

    Map<String, @Nullable Object> tree() {
        return tree;
    }

    /** The steps that must be settled before this one starts; {@code route.express} for a case of a switch. */
    public StepBuilder after(String... steps) {
        tree.put("after", List.of(steps));
        return this;
    }

    /** Whether all of {@link #after} must be settled, which is the default, or how many are enough. */
    public StepBuilder join(Join join) {
        tree.put("join", join.count() > 1 ? (Object) join.count() : join.toString());
        return this;
    }

    /**
     * The step is skipped unless this is true.
     *
     * @param expression such as <code>${ input.amount > 100 }</code>
     */
    public StepBuilder when(String expression) {
        tree.put("when", expression);
        return this;
    }

    /**
     * The step is done once for each item of a list.
     *
     * @param expression gives the list, such as <code>${ input.files }</code>
     */
    public StepBuilder forEach(String expression) {
        tree.put("forEach", expression);
        return this;
    }

    /**
     * The step is done once for each item of a list.
     *
     * @param items what JSON can hold, with expressions in strings
     */
    public StepBuilder forEach(List<?> items) {
        tree.put("forEach", items);
        return this;
    }

    /** What the item of {@link #forEach(String)} is called in expressions; {@code item} by default. */
    public StepBuilder as(String name) {
        tree.put("as", name);
        return this;
    }

    /** How many items are under way at a time; 100 by default. */
    public StepBuilder concurrency(int items) {
        tree.put("concurrency", items);
        return this;
    }

    /** How many items may fail before the step does; none by default. */
    public StepBuilder tolerate(Tolerate tolerate) {
        tree.put(
                "tolerate", tolerate.unit() == Tolerate.Unit.PERCENT ? tolerate.toString() : (Object) tolerate.value());
        return this;
    }

    /**
     * The step is done again until a condition holds.
     *
     * @param until such as <code>${ output.done }</code>; knows {@code output} and {@code round}
     */
    public StepBuilder repeat(String until, Consumer<RepeatBuilder> repeat) {
        Map<String, @Nullable Object> parts = new LinkedHashMap<>();
        parts.put("until", until);
        repeat.accept(new RepeatBuilder(parts));
        tree.put("repeat", parts);
        return this;
    }

    /** Once this step has completed, the execution only goes forward. */
    public StepBuilder pivot() {
        tree.put("pivot", true);
        return this;
    }

    /** What the step's result must satisfy, with {@link #forEach(String)} that of each item. Any JSON by default. */
    public StepBuilder output(JsonSchema output) {
        tree.put("output", Map.of("schema", output.schema()));
        return this;
    }

    /**
     * A case of a switch: the step chooses the first that holds, in the order in which they are added. The key {@code switch} of a
     * definition.
     *
     * @param name steps that come after it name it in {@link #after}
     * @param when such as <code>${ input.weight > 100 }</code>
     */
    public StepBuilder switchCase(String name, String when) {
        cases.put(name, when);
        tree.put("switch", cases);
        return this;
    }

    /** The last case of a switch, which holds always. */
    public StepBuilder switchOtherwise(String name) {
        return switchCase(name, "otherwise");
    }

    /** Waits for a signal, for as long as the execution lasts. */
    public StepBuilder await(String signal) {
        tree.put("await", signal);
        return this;
    }

    /** Waits for a signal. */
    public StepBuilder await(String signal, Consumer<AwaitBuilder> await) {
        Map<String, @Nullable Object> parts = new LinkedHashMap<>();
        parts.put("signal", signal);
        await.accept(new AwaitBuilder(parts));
        tree.put("await", parts);
        return this;
    }

    /** Starts another workflow, and waits for its end. */
    public StepBuilder workflow(String workflow) {
        tree.put("workflow", workflow);
        return this;
    }

    /** Of the other workflow; the latest by default. */
    public StepBuilder version(int version) {
        tree.put("version", version);
        return this;
    }

    /** What an agent is asked to do, for example {@code payment.charge}. */
    public StepBuilder action(String action) {
        tree.put("action", action);
        return this;
    }

    /** Waits for a length of time. */
    public StepBuilder wait(Duration duration) {
        tree.put("wait", Durations.format(duration));
        return this;
    }

    /**
     * Waits until an instant.
     *
     * @param expression gives ISO-8601 text or milliseconds since the epoch
     */
    public StepBuilder waitUntil(String expression) {
        tree.put("waitUntil", expression);
        return this;
    }

    /**
     * What the action or the other workflow gets; by default the execution's input.
     *
     * @param input Map, List, String, Number, Boolean or {@link Json}, with expressions in its strings
     */
    public StepBuilder input(Object input) {
        call.input(input);
        return this;
    }

    /** How long one attempt may take; five minutes by default. Of a workflow, how long it may take as a whole. */
    public StepBuilder completeBy(Duration completeBy) {
        call.completeBy(completeBy);
        return this;
    }

    /** An attempt without a sign of life for this long is given up. At most a third of {@link #completeBy}. */
    public StepBuilder heartbeat(Duration heartbeat) {
        call.heartbeat(heartbeat);
        return this;
    }

    /**
     * How long the step may wait for an agent, each time it is queued: after that it fails with {@code START_BY_PASSED}. As long as it takes
     * by default.
     */
    public StepBuilder startBy(Duration startBy) {
        tree.put("startBy", Durations.format(startBy));
        return this;
    }

    /** How long an attempt usually takes: one that takes longer is suspect. Learnt by default. */
    public StepBuilder expected(Duration expected) {
        tree.put("expected", Durations.format(expected));
        return this;
    }

    /** How many calls of the action may be made. Any number by default. */
    public StepBuilder limit(Consumer<LimitBuilder> limit) {
        Map<String, @Nullable Object> parts = new LinkedHashMap<>();
        limit.accept(new LimitBuilder(parts));
        tree.put("limit", parts);
        return this;
    }

    /** How often and how fast attempts are repeated; {@link Retry#DEFAULT} by default. */
    public StepBuilder retry(Retry retry) {
        call.retry(retry);
        return this;
    }

    /** The action that asks the service what became of a request. */
    public StepBuilder probe(String action) {
        tree.put("probe", action);
        return this;
    }

    /** The action that asks the service what became of a request, and how it is called. */
    public StepBuilder probe(String action, Consumer<CallBuilder> probe) {
        tree.put("probe", called(action, probe));
        return this;
    }

    /** The action that undoes the step. */
    public StepBuilder compensate(String action) {
        tree.put("compensate", action);
        return this;
    }

    /** The action that undoes the step, and how it is called. */
    public StepBuilder compensate(String action, Consumer<CallBuilder> compensation) {
        tree.put("compensate", called(action, compensation));
        return this;
    }

    private static Map<String, @Nullable Object> called(String action, Consumer<CallBuilder> call) {
        Map<String, @Nullable Object> called = new LinkedHashMap<>();
        called.put("action", action);
        call.accept(new CallBuilder(called));
        return called;
    }

    /**
     * What happens when nobody can say whether the step was done: there is no {@link #probe(String)}, or it does not know
     * either. {@code RETRY} by default.
     */
    public StepBuilder onUnknown(OnUnknown onUnknown) {
        tree.put("onUnknown", word(onUnknown));
        return this;
    }

    /** What happens when retrying is over; {@code COMPENSATE} by default, in {@code finally} {@code ESCALATE}. */
    public StepBuilder onExhausted(OnExhausted.Then then) {
        tree.put("onExhausted", word(then));
        return this;
    }

    /** What happens when retrying is over, perhaps after further rounds of attempts. */
    public StepBuilder onExhausted(OnExhausted onExhausted) {
        if (onExhausted.rounds() == 0) {
            return onExhausted(onExhausted.then());
        }
        Map<String, @Nullable Object> rounds = new LinkedHashMap<>();
        rounds.put("pause", Durations.format(onExhausted.pause()));
        rounds.put("rounds", onExhausted.rounds());
        rounds.put("then", word(onExhausted.then()));
        tree.put("onExhausted", rounds);
        return this;
    }

    /** Higher is handed out first; 0 by default, -100 to 100. */
    public StepBuilder priority(int priority) {
        tree.put("priority", priority);
        return this;
    }

    private static String word(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }
}
