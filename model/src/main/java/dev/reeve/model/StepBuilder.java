package dev.reeve.model;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Says what a step does: one of {@link #action}, {@link #wait(Duration)} and {@link #waitUntil}. Not thread-safe.
 *
 * @see WorkflowBuilder
 */
public final class StepBuilder {

    private final Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    private final CallBuilder call = new CallBuilder(tree);

    StepBuilder() {}

    Map<String, @Nullable Object> tree() {
        return tree;
    }

    /** The steps that must be settled before this one starts. */
    public StepBuilder after(String... steps) {
        tree.put("after", List.of(steps));
        return this;
    }

    /** Whether all of {@link #after} must be settled, which is the default, or the first is enough. */
    public StepBuilder join(Join join) {
        tree.put("join", word(join));
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
     * What the action gets; by default the execution's input.
     *
     * @param input Map, List, String, Number, Boolean or {@link Json}, with expressions in its strings
     */
    public StepBuilder input(Object input) {
        call.input(input);
        return this;
    }

    /** How long one attempt may take; five minutes by default. */
    public StepBuilder completeBy(Duration completeBy) {
        call.completeBy(completeBy);
        return this;
    }

    /** An attempt without a sign of life for this long is given up. At most a third of {@link #completeBy}. */
    public StepBuilder heartbeat(Duration heartbeat) {
        call.heartbeat(heartbeat);
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
