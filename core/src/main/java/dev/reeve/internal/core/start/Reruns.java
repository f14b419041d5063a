package dev.reeve.internal.core.start;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.Parent;
import dev.reeve.Purpose;
import dev.reeve.Rerun;
import dev.reeve.SkipReason;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.recovery.Series;
import dev.reeve.internal.core.state.ExecutionScope;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Items;
import dev.reeve.internal.core.state.Phase;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.RerunKeys;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.model.definition.ComputedName;
import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.values.JsonElements;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Plans a re-run: which steps the new execution takes over, and which it does again. Pure.
 *
 * <p>A settled step is taken over with its input and output if it comes after neither the chosen step nor an unsettled
 * one. Its action is not called again. The chosen step, all steps after it, and all unsettled steps with the steps
 * after those are done again. All steps that lead to the chosen step must be available for taking over. All obstacles
 * are reported together.
 */
public final class Reruns {

    /**
     * The maximum number of characters of inputs and outputs that are taken over. They are stored a second time, in
     * one row.
     */
    static final int TAKEN_LENGTH_MAX = 16 * 1024 * 1024;

    private Reruns() {}

    /** The result of planning a re-run. */
    public sealed interface Answer {

        /**
         * The re-run is possible.
         *
         * @param rerun the origin to start the new execution with
         * @param taken the steps that are taken over, in plan order
         */
        record Possible(Rerun rerun, List<Event.StepTaken> taken) implements Answer {
            public Possible {
                taken = List.copyOf(taken);
            }
        }

        /** The re-run is not possible, for all of these reasons. */
        record Impossible(List<String> reasons) implements Answer {
            public Impossible {
                reasons = List.copyOf(reasons);
            }
        }
    }

    /**
     * The parameters of a re-run.
     *
     * @param from the step to begin with
     * @param by the actor
     * @param why the reason
     * @param input the input of the new execution; null for the input of the old one
     */
    public record Wish(
            StepPath from, String by, String why, @Nullable Json input) {}

    /**
     * Plans a re-run.
     *
     * @param state the state of the old execution
     * @param undone the execution that the old one undid; null if there is none, or it can no longer be read
     * @param history all events of the old execution, the oldest first
     */
    public static Answer plan(ExecutionState state, @Nullable ExecutionState undone, List<Event> history, Wish wish) {
        if (state.phase != Phase.ENDED) {
            return new Answer.Impossible(List.of(
                    "%s, and only an ended execution can be re-run; retry the escalated steps, or cancel it first"
                            .formatted(state)));
        }
        PlanNode from = state.plan().node(wish.from());
        if (from == null) {
            return new Answer.Impossible(List.of("there is no step '%s'; expected one of %s"
                    .formatted(wish.from(), state.plan().someSteps())));
        }
        if (from.isFinally) {
            return new Answer.Impossible(List.of(
                    "step '%s' belongs to finally, which follows by itself; name a step of the graph".formatted(from)));
        }
        return new Planning(state, undone, history, wish, from).answer();
    }

    /** The execution that this one undid; null if there is none. */
    public static @Nullable ExecutionId undoneBy(ExecutionState state) {
        Parent parent = state.started().parent();
        return parent == null ? null : parent.undoes();
    }

    /** Plans one re-run. */
    private static final class Planning {

        private final ExecutionState state;
        private final @Nullable ExecutionState undone;
        private final Wish wish;
        private final PlanNode from;
        private final Event.@Nullable StepTaken[] takeable;
        private final boolean[] anew;
        private final RerunOthers others;
        private final List<String> reasons = new ArrayList<>();

        Planning(ExecutionState state, @Nullable ExecutionState undone, List<Event> history, Wish wish, PlanNode from) {
            this.state = state;
            this.undone = undone;
            this.wish = wish;
            this.from = from;
            this.others = new RerunOthers(state, history);
            this.takeable = takeable(history);
            this.anew = new boolean[state.plan().mainCount()];
        }

        Answer answer() {
            Deque<PlanNode> open = new ArrayDeque<>();
            open.add(from);
            doAnew(open);
            for (int i = 0; i < anew.length; i++) {
                if (takeable[i] == null) {
                    PlanNode node = state.plan().node(i);
                    open.add(node);
                    boolean done = state.at(node).status() == StepStatus.COMPLETED || others.isCutShort(node);
                    if (!anew[i] && done && !node.step.task().ends()) {
                        reasons.add("step '%s' %s".formatted(node, whyNotTaken(node, state.at(node))));
                    }
                }
            }
            doAnew(open);
            for (List<PlanNode> more = others.neededAgain(takeable, anew);
                    !more.isEmpty();
                    more = others.neededAgain(takeable, anew)) {
                doAnew(new ArrayDeque<>(more));
            }
            lookAtWhatLeadsThere();
            Map<String, String> keys = keys();
            List<Event.StepTaken> taken = taken();
            return reasons.isEmpty()
                    ? new Answer.Possible(new Rerun(state.id(), from.path, wish.by(), wish.why(), keys), taken)
                    : new Answer.Impossible(reasons);
        }

        /** Marks these steps and all steps after them. */
        private void doAnew(Deque<PlanNode> open) {
            while (!open.isEmpty()) {
                PlanNode node = open.remove();
                if (!anew[node.index]) {
                    anew[node.index] = true;
                    for (int successor : node.successors) {
                        open.add(state.plan().node(successor));
                    }
                }
            }
        }

        /** All steps before the chosen one must be available for taking over. */
        private void lookAtWhatLeadsThere() {
            boolean[] seen = new boolean[anew.length];
            Deque<PlanNode> open = new ArrayDeque<>();
            open.add(from);
            while (!open.isEmpty()) {
                for (int index : open.remove().predecessors) {
                    if (!seen[index]) {
                        seen[index] = true;
                        PlanNode before = state.plan().node(index);
                        open.add(before);
                        boolean told = state.at(before).status() == StepStatus.COMPLETED;
                        if (takeable[index] == null && !told) {
                            reasons.add("step '%s', which comes before it, %s"
                                    .formatted(before, whyNotTaken(before, state.at(before))));
                        } else if (takeable[index] != null && anew[index]) {
                            reasons.add(
                                    "step '%s', which comes before it, was not needed, and is needed now; begin with that one"
                                            .formatted(before));
                        }
                    }
                }
            }
        }

        private static String whyNotTaken(PlanNode node, StepState step) {
            boolean isDone = step.status() == StepStatus.COMPLETED || step.status() == StepStatus.SKIPPED;
            if (node.undoesItems() && isDone) {
                return "was done for each item of a list, which cannot be undone from another execution; begin with that step";
            }
            if (node.undoesRounds() && step.status() == StepStatus.COMPLETED) {
                return "was undone in part; begin with that one";
            }
            return step.status() == StepStatus.COMPENSATED
                    ? "was undone; begin with that one"
                    : "was not done (%s); begin with that one".formatted(step.status());
        }

        /** The keys of the steps that keep their old key, because they were possibly done with it. */
        private Map<String, String> keys() {
            Map<String, String> keys = new TreeMap<>();
            for (PlanNode node : state.nodes()) {
                Map<String, String> own = keys(node, state.at(node));
                keys.putAll(own);
                if (!own.isEmpty() && anew[node.index]) {
                    lookAtChild(node);
                    lookAtInput(node, own);
                } else if (!own.isEmpty() && node.step.forEach() != null && wish.input() != null) {
                    lookAtInput(node, own); // the list of items would be lost
                }
            }
            return keys;
        }

        private Map<String, String> keys(PlanNode node, StepState step) {
            Map<String, String> keys = new TreeMap<>();
            if (node.isFinally || step.status() == StepStatus.COMPENSATED) {
                return keys;
            }
            Rerun before = state.started().rerun();
            if (before != null && node.hasItems() && step.items() == null) {
                keys.putAll(RerunKeys.keysOfItems(before, node.path)); // it was taken over as a whole, or has not begun
            }
            if (before != null && step.output() == null) {
                keys.putAll(RerunKeys.keysFrom(before, node.path, step.roundsBefore()));
            }
            String key = step.inDoubt() ? keyInDoubt(node) : null;
            if (key != null) {
                keys.put(RerunKeys.slot(node.path, step.roundsBefore()), key);
            }
            return keys;
        }

        /** The key with which a step in doubt was called. An execution that undoes another one has called none. */
        private @Nullable String keyInDoubt(PlanNode node) {
            ExecutionId other = undoneBy(state);
            if (other == null) {
                return Work.key(state, node, Purpose.FORWARD);
            }
            PlanNode there = undone == null ? null : undone.node(node.path);
            if (undone == null || there == null) {
                reasons.add("step '%s' may have been done by execution %s, and the key for it can no longer be read"
                        .formatted(node, other));
                return null;
            }
            return Work.key(undone, there, Purpose.FORWARD);
        }

        /** A child execution has no idempotency key that a service would recognise. */
        private void lookAtChild(PlanNode node) {
            if (node.step.task() instanceof Task.Child) {
                ExecutionId child = state.at(node).child();
                reasons.add("step '%s' was done by %s, and would be done a second time by another one"
                        .formatted(node, child == null ? "another execution" : "execution " + child));
            }
        }

        /**
         * The old key requires the old input. With another input the service would refuse the request, or answer with
         * the old result.
         */
        private void lookAtInput(PlanNode node, Map<String, String> own) {
            String changed = wish.input() != null ? "the old input" : changed(node, isOfLaterRound(own));
            if (changed != null) {
                reasons.add("step '%s' may have been done with %s, and would be done a second time with another one"
                        .formatted(node, changed));
            }
        }

        /** The part of the step's input that is no longer available; null if the input stays the same. */
        private @Nullable String changed(PlanNode node, boolean laterRound) {
            Template input = template(node);
            ForEach forEach = node.step.forEach();
            ComputedName name = name(node);
            String changed = input == null ? null : changed(input, laterRound);
            if (changed == null && name != null) {
                changed = changed(name.name(), laterRound);
            }
            if (changed == null && forEach != null) {
                changed = changed(forEach.items(), false);
            }
            return changed != null || comesAboutAgain(node, input)
                    ? changed
                    : "an input that would not come about again";
        }

        private static boolean isOfLaterRound(Map<String, String> keys) {
            for (String slot : keys.keySet()) {
                if (StepPath.parse(slot).round() > 1) {
                    return true;
                }
            }
            return false;
        }

        private static @Nullable Template template(PlanNode node) {
            return switch (node.step.task()) {
                case Task.Action action -> action.call().input();
                case Task.Child child -> child.input();
                case Task.WaitFor wait -> null;
                case Task.WaitUntil wait -> null;
                case Task.Await await -> null;
                case Task.Switch choice -> null;
                case Task.Value computed -> null;
                case Task.Fail fail -> null;
                case Task.Complete complete -> null;
            };
        }

        private static @Nullable ComputedName name(PlanNode node) {
            return node.step.task() instanceof Task.Action action
                    ? action.call().name()
                    : null;
        }

        private @Nullable String changed(Template template, boolean laterRound) {
            if (template.names().contains("execution")) {
                return "the old execution's id or key";
            }
            if (laterRound
                    && (template.names().contains("output") || template.names().contains("previous"))) {
                return "the output of the old round before";
            }
            for (String name : new TreeSet<>(template.steps())) {
                PlanNode source = state.plan().node(StepPath.of(name));
                if (source != null && anew[source.index]) {
                    return "the old output of step '%s'".formatted(source);
                }
            }
            return null;
        }

        /**
         * Whether the new execution would compute the same input. False if an operator gave the input, or it was taken
         * over, or another version computed it.
         */
        private boolean comesAboutAgain(PlanNode node, @Nullable Template template) {
            StepState step = state.at(node);
            Series forward = step.series(Purpose.FORWARD);
            boolean untried = forward == null || step.status() == StepStatus.PENDING || step.isBeforeRound();
            if (node.hasItems() || (untried && !step.inDoubt())) {
                return true; // it had no input here
            }
            Json usual = state.input();
            try {
                if (node.parent != null) {
                    List<Json> values = state.at(node.parent).itemsOf(node).values();
                    if (!values.equals(values(node.parent))) {
                        return false;
                    }
                    usual = values.get(node.path.item());
                }
                if (!namesAgain(node, forward)) {
                    return false;
                }
                Json was = forward == null || forward.input() == null ? usual : forward.input();
                return was.equals(template == null ? usual : template.evaluate(ExecutionScope.of(state, node)));
            } catch (ExpressionException | InvalidInputException e) {
                return false;
            }
        }

        /** Whether the new execution would call the same action. One that was taken over has no name here. */
        private boolean namesAgain(PlanNode node, @Nullable Series forward) {
            ComputedName name = name(node);
            return name == null
                    || (forward != null
                            && name.name()
                                    .evaluateText(ExecutionScope.of(state, node))
                                    .equals(forward.name()));
        }

        private List<Json> values(PlanNode node) {
            ForEach forEach = Objects.requireNonNull(node.step.forEach(), "it has items");
            return Items.values(forEach, JsonElements.of(forEach.items().evaluate(ExecutionScope.of(state, node))));
        }

        private List<Event.StepTaken> taken() {
            List<Event.StepTaken> taken = new ArrayList<>();
            long length = 0;
            for (int i = 0; i < anew.length; i++) {
                Event.StepTaken one = takeable[i];
                if (!anew[i] && one != null) {
                    taken.add(one);
                    length += length(one.input()) + length(one.output()) + length(one.roundOutput());
                }
            }
            if (length > TAKEN_LENGTH_MAX) {
                reasons.add(
                        "%,d characters would have to be taken over, and %,d are allowed; begin with an earlier step"
                                .formatted(length, TAKEN_LENGTH_MAX));
            }
            return taken;
        }

        private static long length(@Nullable Json payload) {
            return payload == null ? 0 : payload.text().length();
        }

        /** The part of each step that would be taken over; null for steps that were not settled, or were undone. */
        private Event.@Nullable StepTaken[] takeable(List<Event> history) {
            Event.@Nullable StepTaken[] settled =
                    new Event.StepTaken[state.plan().mainCount()];
            for (Event event : history) {
                if (event instanceof Event.OfStep own && own.step().item() == StepPath.NONE) {
                    PlanNode node =
                            Objects.requireNonNull(state.plan().node(own.step()), "the history is of this plan");
                    if (!node.isFinally) {
                        settled[node.index] = after(own, node, settled[node.index]);
                    }
                }
            }
            for (int i = 0; i < settled.length; i++) {
                PlanNode node = state.plan().node(i);
                Event.StepTaken notNeeded = others.taken(node, input(node, state.at(node)));
                settled[i] = notNeeded == null ? settled[i] : notNeeded;
            }
            return settled;
        }

        private Event.@Nullable StepTaken after(Event.OfStep event, PlanNode node, Event.@Nullable StepTaken before) {
            StepState step = state.at(node);
            if (node.undoesItems() || node.step.task().ends()) {
                return null; // an end that is not decided again would not end this execution
            }
            return switch (event) {
                case Event.StepCompleted e -> taken(node, step, e.output(), null, null);
                case Event.StepResolved e -> taken(node, step, e.output(), null, null);
                case Event.StepFailed e -> e.continued() ? taken(node, step, null, e.failure(), null) : null;
                // Withdrawn from a child that was undone: it was settled in neither execution.
                case Event.StepTaken e when e.skipped() == SkipReason.WITHDRAWN -> null;
                case Event.StepTaken e -> taken(node, step, e.output(), e.failure(), e.skipped());
                // Skipping a failed compensation leaves the step as it is and settles nothing.
                case Event.StepSkipped e when step.status() != StepStatus.SKIPPED -> before;
                case Event.StepSkipped e ->
                    e.skipReason() == SkipReason.WITHDRAWN
                            ? null
                            : taken(node, step, null, step.failure(), e.skipReason());
                case Event.RoundUndone e -> null; // even if the rounds before it were left as they are
                case Event.StepCompensated e -> null;
                default -> before;
            };
        }

        private Event.StepTaken taken(
                PlanNode node,
                StepState step,
                @Nullable Json output,
                @Nullable Failure failure,
                @Nullable SkipReason skipped) {
            return step.taken(node.path, input(node, step), output, failure, skipped, step.inDoubt());
        }

        /** The input of the step's call, if the new execution could not find it. */
        private @Nullable Json input(PlanNode node, StepState step) {
            Series forward = step.series(Purpose.FORWARD);
            Json computed = forward == null ? null : forward.input();
            return computed != null || wish.input() == null || node.action == null ? computed : state.input();
        }
    }
}
