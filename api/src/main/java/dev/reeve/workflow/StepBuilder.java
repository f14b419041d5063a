package dev.reeve.workflow;

import dev.reeve.Json;
import dev.reeve.internal.values.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Configures a step. Requires exactly one of {@link #action}, {@link #switchCase}, {@link #wait(Duration)},
 * {@link #waitUntil}, {@link #await(String)}, {@link #workflow}, {@link #group}, {@link #value},
 * {@link #fail(String, String)} and {@link #complete}. Not thread-safe.
 *
 * @see WorkflowBuilder
 */
public final class StepBuilder {

    private final Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    private final Map<String, @Nullable Object> cases = new LinkedHashMap<>();
    private final CallBuilder call = new CallBuilder(tree);
    private final List<Problem> problems = new ArrayList<>();

    StepBuilder() {}

    Map<String, @Nullable Object> tree() {
        return tree;
    }

    /** The problems of the steps of a group, at their places within this step. */
    List<Problem> problems() {
        return problems;
    }

    /** Sets the steps that must be settled before this one starts; {@code route.express} for a case of a switch. */
    public StepBuilder after(String... steps) {
        tree.put("after", List.of(steps));
        return this;
    }

    /** Sets whether all of {@link #after} must be settled (the default), or how many are enough. */
    public StepBuilder join(Join join) {
        if (join.others() == Others.LEAVE) {
            tree.put("join", join.count() > 1 ? (Object) join.count() : join.needed());
        } else {
            Map<String, @Nullable Object> parts = new LinkedHashMap<>();
            parts.put("any", join.count());
            parts.put("others", join.others().name().toLowerCase(Locale.ROOT));
            tree.put("join", parts);
        }
        return this;
    }

    /**
     * Skips the step unless this is true.
     *
     * @param expression such as <code>${ input.amount > 100 }</code>
     */
    public StepBuilder when(String expression) {
        tree.put("when", expression);
        return this;
    }

    /**
     * Runs the step once for each item of a list.
     *
     * @param expression computes the list, such as <code>${ input.files }</code>
     */
    public StepBuilder forEach(String expression) {
        tree.put("forEach", expression);
        return this;
    }

    /**
     * Runs the step once for each item of a list.
     *
     * @param items JSON values, with expressions in strings
     */
    public StepBuilder forEach(List<?> items) {
        tree.put("forEach", items);
        return this;
    }

    /**
     * Makes each item of {@link #forEach(String)} a list of elements of the list: the first {@code elements} of them,
     * the next, and so on (default: each element is an item).
     *
     * @param elements 1 to 10,000; the last item may have fewer
     */
    public StepBuilder batch(int elements) {
        tree.put("batch", elements);
        return this;
    }

    /** Sets the name of the item of {@link #forEach(String)} in expressions (default {@code item}). */
    public StepBuilder as(String name) {
        tree.put("as", name);
        return this;
    }

    /** Sets the maximum number of items under way at a time, at most 10,000 (default 100). */
    public StepBuilder concurrency(int items) {
        tree.put("concurrency", items);
        return this;
    }

    /** Sets how many items may fail before the step fails (default none). */
    public StepBuilder tolerate(Tolerate tolerate) {
        tree.put(
                "tolerate", tolerate.unit() == Tolerate.Unit.PERCENT ? tolerate.toString() : (Object) tolerate.value());
        return this;
    }

    /**
     * Repeats the step until a condition holds.
     *
     * @param until such as <code>${ output.done }</code>; can use {@code output} and {@code round}
     */
    public StepBuilder repeat(String until, Consumer<RepeatBuilder> repeat) {
        Map<String, @Nullable Object> parts = new LinkedHashMap<>();
        parts.put("until", until);
        repeat.accept(new RepeatBuilder(parts));
        tree.put("repeat", parts);
        return this;
    }

    /** Makes the step a pivot: once it has completed, the execution only goes forward. */
    public StepBuilder pivot() {
        tree.put("pivot", true);
        return this;
    }

    /**
     * Sets the schema of the step's result, with {@link #forEach(String)} of each item's result (default: any JSON).
     */
    public StepBuilder output(Json output) {
        tree.put("output", Map.of("schema", output));
        return this;
    }

    /**
     * Adds a case of a switch. The step chooses the first case that holds, in the order in which they were added. This
     * is the key {@code switch} of a definition.
     *
     * @param name later steps use this name in {@link #after}
     * @param when such as <code>${ input.weight > 100 }</code>
     */
    public StepBuilder switchCase(String name, String when) {
        cases.put(name, when);
        tree.put("switch", cases);
        return this;
    }

    /** Adds the last case of a switch, which always holds. */
    public StepBuilder switchOtherwise(String name) {
        return switchCase(name, "otherwise");
    }

    /** Waits for a signal, without a time limit within the execution. */
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

    /**
     * Waits for one of several signals. The output is an object of the name of the signal and its data, such as
     * {@code {"signal": "paid", "data": …}}.
     */
    public StepBuilder awaitAny(List<String> signals, Consumer<AwaitBuilder> await) {
        Map<String, @Nullable Object> parts = new LinkedHashMap<>();
        parts.put("signal", List.copyOf(signals));
        await.accept(new AwaitBuilder(parts));
        tree.put("await", parts);
        return this;
    }

    /**
     * Starts another workflow and waits for its end.
     *
     * @param workflow the name, or an expression such as <code>${ input.kind }</code> together with {@link #oneOf}
     */
    public StepBuilder workflow(String workflow) {
        tree.put("workflow", workflow);
        return this;
    }

    /** Sets the version of the other workflow (default: the latest). */
    public StepBuilder version(int version) {
        tree.put("version", version);
        return this;
    }

    /**
     * Does several steps as one, which are repeated, undone and retried together. {@link #input} says what they see as
     * {@code input} (default: the execution's input).
     *
     * <pre>{@code
     * .step("ship", s -> s.forEach("${ input.parcels }")
     *         .as("parcel")
     *         .input(Map.of("parcel", "${ parcel }"))
     *         .group(g -> g.step("pack", p -> p.action("parcel.pack").compensate("parcel.unpack"))
     *                 .step("send", p -> p.after("pack").action("parcel.send"))
     *                 .output(Map.of("number", "${ steps.send.output.number }"))))
     * }</pre>
     *
     * @param group configures the steps of the group and its output
     */
    public StepBuilder group(Consumer<GroupBuilder> group) {
        GroupBuilder builder = new GroupBuilder();
        group.accept(builder);
        builder.putInto(tree);
        problems.addAll(builder.problems());
        return this;
    }

    /**
     * Computes the step's output at once, without an agent.
     *
     * @param value Map, List, String, Number, Boolean or {@link Json}, with expressions in its strings
     */
    public StepBuilder value(Object value) {
        tree.put("value", value);
        return this;
    }

    /**
     * Fails on purpose: the execution is undone, and ends with this failure.
     *
     * @param code the code of the failure, such as {@code TOO_RISKY}
     * @param message text for people, with expressions
     */
    public StepBuilder fail(String code, String message) {
        return failing(code, message, null);
    }

    /**
     * As {@link #fail(String, String)}, with more data.
     *
     * @param details Map, List, String, Number, Boolean or {@link Json}, with expressions in its strings
     */
    public StepBuilder fail(String code, String message, Object details) {
        return failing(code, message, details);
    }

    private StepBuilder failing(String code, String message, @Nullable Object details) {
        Map<String, @Nullable Object> parts = new LinkedHashMap<>();
        parts.put("code", code);
        parts.put("message", message);
        if (details != null) {
            parts.put("details", details);
        }
        tree.put("fail", parts);
        return this;
    }

    /**
     * Completes the execution at once with this output. Steps that wait end, and running attempts are cancelled.
     *
     * @param output Map, List, String, Number, Boolean or {@link Json}, with expressions in its strings
     */
    public StepBuilder complete(Object output) {
        tree.put("complete", output);
        return this;
    }

    /**
     * Sets the action that an agent performs, for example {@code payment.charge}.
     *
     * @param action the name, or an expression such as <code>payment.${ input.method }</code> together with
     *     {@link #oneOf}
     */
    public StepBuilder action(String action) {
        tree.put("action", action);
        return this;
    }

    /**
     * Sets the names that an action or a workflow with an expression can have. Another name fails the step with
     * {@code NAME_NOT_LISTED}.
     */
    public StepBuilder oneOf(String... names) {
        call.oneOf(names);
        return this;
    }

    /** Waits for a duration. */
    public StepBuilder wait(Duration duration) {
        tree.put("wait", Durations.format(duration));
        return this;
    }

    /**
     * Waits for a duration.
     *
     * @param expression computes the text of a duration, or milliseconds
     */
    public StepBuilder wait(String expression) {
        tree.put("wait", expression);
        return this;
    }

    /**
     * Waits until an instant.
     *
     * @param expression computes ISO-8601 text or milliseconds since the epoch
     */
    public StepBuilder waitUntil(String expression) {
        tree.put("waitUntil", expression);
        return this;
    }

    /**
     * Waits until an instant, which is computed again whenever a signal comes.
     *
     * @param expression as for {@link #waitUntil(String)}; knows the newest data of the signal as {@code signal}
     * @param signal the name of the signal
     */
    public StepBuilder waitUntil(String expression, String signal) {
        tree.put("updateOn", signal);
        return waitUntil(expression);
    }

    /**
     * Sets the input of the action or the other workflow (default: the execution's input).
     *
     * @param input Map, List, String, Number, Boolean or {@link Json}, with expressions in its strings
     */
    public StepBuilder input(Object input) {
        call.input(input);
        return this;
    }

    /** Sets the timeout of one attempt (default five minutes). For a workflow, sets the timeout of the whole child. */
    public StepBuilder completeBy(Duration completeBy) {
        call.completeBy(completeBy);
        return this;
    }

    /**
     * Sets the timeout of one attempt; for a workflow, of the whole child.
     *
     * @param expression computes the text of a duration, or milliseconds
     */
    public StepBuilder completeBy(String expression) {
        call.completeBy(expression);
        return this;
    }

    /**
     * Sets the heartbeat timeout: an attempt without a heartbeat for this long is given up. At most a third of
     * {@link #completeBy}.
     */
    public StepBuilder heartbeat(Duration heartbeat) {
        call.heartbeat(heartbeat);
        return this;
    }

    /**
     * Sets how long the step may wait for an agent each time it is queued. After that it fails with
     * {@code START_BY_PASSED}. No limit by default.
     */
    public StepBuilder startBy(Duration startBy) {
        tree.put("startBy", Durations.format(startBy));
        return this;
    }

    /**
     * Sets how long the step may wait for an agent each time it is queued.
     *
     * @param expression computes the text of a duration, or milliseconds
     */
    public StepBuilder startBy(String expression) {
        tree.put("startBy", expression);
        return this;
    }

    /** Sets how long an attempt usually takes. A longer one is suspect. Learnt by default. */
    public StepBuilder expected(Duration expected) {
        tree.put("expected", Durations.format(expected));
        return this;
    }

    /**
     * Sets what follows when an attempt takes longer than {@link #expected}, or than Reeve has learnt to expect
     * (default: nothing).
     */
    public StepBuilder onSlow(OnSlow onSlow) {
        tree.put("onSlow", word(onSlow));
        return this;
    }

    /** Limits the calls of the action. No limit by default. */
    public StepBuilder limit(Consumer<LimitBuilder> limit) {
        Map<String, @Nullable Object> parts = new LinkedHashMap<>();
        limit.accept(new LimitBuilder(parts));
        tree.put("limit", parts);
        return this;
    }

    /** Sets the number of attempts and the delays between them (default {@link Retry#DEFAULT}). */
    public StepBuilder retry(Retry retry) {
        call.retry(retry);
        return this;
    }

    /**
     * Sets the upper bound of the first delay between attempts. Call it after {@link #retry}.
     *
     * @param expression computes the text of a duration, or milliseconds
     */
    public StepBuilder backoff(String expression) {
        call.backoff(expression);
        return this;
    }

    /**
     * Sets the maximum of the bound. Call it after {@link #retry}.
     *
     * @param expression computes the text of a duration, or milliseconds
     */
    public StepBuilder maxBackoff(String expression) {
        call.maxBackoff(expression);
        return this;
    }

    /**
     * Lets the agent store the output in its own transaction, by
     * {@link dev.reeve.agent.StepContext#complete(java.sql.Connection, Object)}, so that the effect of that transaction
     * happens exactly once. Needs a store in PostgreSQL, and an agent that works on the same database.
     */
    public StepBuilder transactional() {
        call.transactional();
        return this;
    }

    /** Sets the action that asks the service for the outcome of a request. */
    public StepBuilder probe(String action) {
        tree.put("probe", action);
        return this;
    }

    /** Sets the action that asks the service for the outcome of a request, and configures its call. */
    public StepBuilder probe(String action, Consumer<CallBuilder> probe) {
        tree.put("probe", called(action, probe));
        return this;
    }

    /** Sets the action that undoes the step. */
    public StepBuilder compensate(String action) {
        tree.put("compensate", action);
        return this;
    }

    /** Sets the action that undoes the step, and configures its call. */
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
     * Sets what follows when the outcome of an attempt is unknown, and the step has no {@link #probe(String)} or the
     * probe does not know (default {@code RETRY}).
     */
    public StepBuilder onUnknown(OnUnknown onUnknown) {
        tree.put("onUnknown", word(onUnknown));
        return this;
    }

    /**
     * Sets the policy for exhausted retries (default {@code COMPENSATE}, in {@code finally} {@code ESCALATE}).
     */
    public StepBuilder onExhausted(OnExhausted.Then then) {
        tree.put("onExhausted", word(then));
        return this;
    }

    /** Sets the policy for exhausted retries, including further rounds of attempts and decisions by code. */
    public StepBuilder onExhausted(OnExhausted onExhausted) {
        Map<String, @Nullable Object> byCode = new LinkedHashMap<>();
        onExhausted.byCode().forEach((code, then) -> byCode.put(code, word(then)));
        byCode.put(OnExhausted.OTHERWISE, sameForAll(onExhausted));
        tree.put("onExhausted", byCode.size() == 1 ? sameForAll(onExhausted) : byCode);
        return this;
    }

    private static Object sameForAll(OnExhausted onExhausted) {
        if (onExhausted.rounds() == 0) {
            return word(onExhausted.then());
        }
        Map<String, @Nullable Object> rounds = new LinkedHashMap<>();
        rounds.put("pause", Durations.format(onExhausted.pause()));
        rounds.put("rounds", onExhausted.rounds());
        rounds.put("then", word(onExhausted.then()));
        return rounds;
    }

    /**
     * Sets the priority, -100 to 100 (default 0), which is added to that of the execution. Work of a higher priority is
     * handed out first.
     */
    public StepBuilder priority(int priority) {
        tree.put("priority", priority);
        return this;
    }

    private static String word(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }
}
