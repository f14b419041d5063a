package dev.reeve.internal.core.state;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.internal.model.expression.Scope;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The variables of an execution's expressions: {@code input}, {@code steps}, {@code execution}, and in {@code finally}
 * {@code outcome}. A payload is parsed only when an expression reads it.
 */
public final class ExecutionScope implements Scope {

    private final ExecutionState state;
    private final boolean isFinally;
    private final Steps steps = new Steps();

    /** The item; null if the scope is not that of an item. */
    private final @Nullable PlanNode item;

    /** The round or the last output that the scope is about; null if none. */
    private final @Nullable Round round;

    /** The newest data of the signal that moves the step's time; null if none has come. */
    private final @Nullable Json signal;

    /** The signals that the step has taken; null if it does not collect them. */
    private final @Nullable SignalList collected;

    /**
     * A round; a null component is not known.
     *
     * @param output the output of this round or, before it has one, of the round before
     * @param previous the output of the round before
     */
    private record Round(
            @Nullable Integer number,
            @Nullable Json output,
            @Nullable Json previous) {}

    private ExecutionScope(ExecutionState state, boolean isFinally, @Nullable PlanNode item, @Nullable Round round) {
        this(state, isFinally, item, round, null);
    }

    private ExecutionScope(
            ExecutionState state,
            boolean isFinally,
            @Nullable PlanNode item,
            @Nullable Round round,
            @Nullable Json signal) {
        this(state, isFinally, item, round, signal, null);
    }

    private ExecutionScope(
            ExecutionState state,
            boolean isFinally,
            @Nullable PlanNode item,
            @Nullable Round round,
            @Nullable Json signal,
            @Nullable SignalList collected) {
        this.collected = collected;
        this.signal = signal;
        this.state = state;
        this.isFinally = isFinally;
        this.item = item;
        this.round = round;
    }

    /** The scope of expressions that belong to no step. */
    public static ExecutionScope of(ExecutionState state) {
        return new ExecutionScope(state, false, null, null);
    }

    /** The scope of a step or an item; if it repeats, of its next round. */
    public static ExecutionScope of(ExecutionState state, PlanNode node) {
        PlanNode item = node.parent == null ? null : node;
        Rounds rounds = node.step.repeat() == null ? null : state.at(node).rounds();
        Json before = rounds == null ? null : rounds.output();
        Round round =
                node.step.repeat() == null ? null : new Round(rounds == null ? 1 : rounds.done() + 1, before, before);
        Update update =
                node.step.task().updateOn() == null ? null : state.at(node).update();
        return new ExecutionScope(state, node.isFinally, item, round, update == null ? null : update.data());
    }

    /** The scope of a step whose time a signal with this data moves. */
    public static ExecutionScope ofUpdate(ExecutionState state, PlanNode node, Json data) {
        return new ExecutionScope(state, node.isFinally, null, null, data);
    }

    /** The scope of a step that has taken these signals. */
    public static ExecutionScope ofSignals(ExecutionState state, PlanNode node, SignalList collected) {
        return new ExecutionScope(state, node.isFinally, null, null, null, collected);
    }

    /**
     * The scope for undoing a step or an item. An item, or a step with {@code repeat}, also sees its last output and
     * the number of its rounds.
     */
    public static ExecutionScope ofUndoing(ExecutionState state, PlanNode node) {
        boolean repeated = node.step.repeat() != null;
        if (node.parent == null && !repeated) {
            return of(state);
        }
        StepState step = state.at(node);
        PlanNode item = node.parent == null ? null : node;
        Rounds rounds = step.rounds();
        // Without an output of its own, the last of the rounds is the last one done, and the one before it is not kept.
        Json previous = step.output() == null || rounds == null ? null : rounds.output();
        return new ExecutionScope(
                state, false, item, new Round(repeated ? step.roundsDone() : null, step.lastOutput(), previous));
    }

    /** The scope of a step or an item after one of its rounds. */
    public static ExecutionScope ofRound(ExecutionState state, PlanNode node, int number, Json output) {
        Rounds rounds = state.at(node).rounds();
        Round round = new Round(number, output, rounds == null ? null : rounds.output());
        return new ExecutionScope(state, node.isFinally, node.parent == null ? null : node, round);
    }

    @Override
    public @Nullable Object value(String name) {
        if (item != null && name.equals(as(item))) {
            return state.at(parent(item))
                    .itemsOf(item)
                    .values()
                    .get(item.path.item())
                    .value();
        }
        if (collected != null && name.equals("output")) {
            return collected.values();
        }
        if (collected != null && name.equals("round")) {
            return collected.size();
        }
        return switch (name) {
            case "index" -> item == null ? null : item.path.item();
            case "output" ->
                round == null || round.output() == null ? null : round.output().value();
            case "previous" ->
                round == null || round.previous() == null
                        ? null
                        : round.previous().value();
            case "round" -> round == null ? null : (Object) round.number();
            case "input" -> state.value(state.input());
            case "steps" -> steps;
            case "execution" -> execution();
            case "signal" -> signal == null ? null : signal.value();
            case "outcome" -> isFinally ? lowerCase(state.outcome) : null;
            default -> null;
        };
    }

    @Override
    public boolean has(String name) {
        return switch (name) {
            case "input", "steps", "execution" -> true;
            case "outcome" -> isFinally;
            case "output" -> collected != null || (round != null && round.output() != null);
            case "previous" -> round != null && round.previous() != null;
            case "round" -> collected != null || (round != null && round.number() != null);
            case "index" -> item != null;
            case "signal" -> signal != null;
            default -> item != null && name.equals(as(item));
        };
    }

    private static PlanNode parent(PlanNode item) {
        return Objects.requireNonNull(item.parent, "an item belongs to a step");
    }

    private static String as(PlanNode item) {
        return Objects.requireNonNull(item.step.forEach(), "an item belongs to a step with forEach")
                .as();
    }

    private Map<String, @Nullable Object> execution() {
        Event.ExecutionStarted started = state.started();
        int version = state.plan().workflow().version();
        Map<String, @Nullable Object> execution = execution(state.id(), started.workflow(), version, started.key());
        if (state.plan().usesErrors()) {
            Failure failure = state.undoneFor;
            execution.put("error", failure == null ? null : ErrorData.of(failure, details(failure), state.failedStep));
        }
        return execution;
    }

    private @Nullable Object details(Failure failure) {
        return failure.details() == null ? null : state.value(failure.details());
    }

    /** The value of {@code execution}. */
    public static Map<String, @Nullable Object> execution(
            ExecutionId id, String workflow, int version, @Nullable String key) {
        Map<String, @Nullable Object> execution = new LinkedHashMap<>();
        execution.put("id", id.toString());
        execution.put("workflow", workflow);
        execution.put("version", version);
        execution.put("key", key);
        return execution;
    }

    private static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** All steps by name. A lookup parses the output of that step only. */
    private final class Steps extends AbstractMap<String, @Nullable Object> {

        @Override
        public @Nullable Object get(@Nullable Object key) {
            PlanNode node = key instanceof String name ? state.plan().node(name) : null;
            return node == null ? null : view(node);
        }

        @Override
        public boolean containsKey(@Nullable Object key) {
            return key instanceof String name && state.plan().node(name) != null;
        }

        @Override
        public int size() {
            return state.plan().size();
        }

        @Override
        public Set<Entry<String, @Nullable Object>> entrySet() {
            Map<String, @Nullable Object> all = new LinkedHashMap<>();
            for (int i = 0; i < state.plan().size(); i++) {
                PlanNode node = state.plan().node(i);
                all.put(node.step.name(), view(node));
            }
            return all.entrySet();
        }

        private Map<String, @Nullable Object> view(PlanNode node) {
            StepState step = state.at(node);
            Json output = step.output();
            Map<String, @Nullable Object> view = new LinkedHashMap<>();
            view.put("status", lowerCase(step.status()));
            if (output != null) { // without an output it is undefined, which
                view.put("output", state.value(output));
            }
            if (state.plan().usesErrors()) {
                Failure error = step.error();
                view.put("error", error == null ? null : ErrorData.of(error, details(error)));
            }
            return view;
        }
    }
}
