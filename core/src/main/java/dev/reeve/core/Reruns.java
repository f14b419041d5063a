package dev.reeve.core;

import dev.reeve.model.ExpressionException;
import dev.reeve.model.ForEach;
import dev.reeve.model.InvalidInputException;
import dev.reeve.model.Json;
import dev.reeve.model.JsonText;
import dev.reeve.model.Task;
import dev.reeve.model.Template;
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
 * Works out what an execution that does another one again, from one of its steps on, takes over and what it does anew. Pure.
 *
 * <p>Whatever does not come after the step and was settled is taken over, with its input and output, and is not called again. The
 * step itself, whatever comes after it, and whatever else was not settled and what comes after that, is done anew. What leads to the
 * step must be there to be taken over; whatever forbids that is told at once.
 */
public final class Reruns {

    /** How many characters of outputs and inputs are taken over at most; they are stored a second time, in one row. */
    public static final int TAKEN_LENGTH_MAX = 16 * 1024 * 1024;

    private Reruns() {}

    /** What can be made of the wish. */
    public sealed interface Answer {

        /**
         * It is possible.
         *
         * @param rerun to begin the new execution with
         * @param taken what is taken over, in plan order
         */
        record Possible(Rerun rerun, List<Event.StepTaken> taken) implements Answer {
            public Possible {
                taken = List.copyOf(taken);
            }
        }

        /** It is not, for all of these reasons. */
        record Impossible(List<String> reasons) implements Answer {
            public Impossible {
                reasons = List.copyOf(reasons);
            }
        }
    }

    /**
     * What an execution is to be done again for.
     *
     * @param input for the new execution; null for the one that the old execution had
     */
    public record Wish(
            StepPath from, String by, String why, @Nullable Json input) {}

    /**
     * Whether it is possible, and how.
     *
     * @param state of the old execution
     * @param history all its events, the oldest first
     */
    public static Answer plan(ExecutionState state, List<Event> history, Wish wish) {
        if (state.phase != Phase.ENDED) {
            return new Answer.Impossible(
                    List.of("%s, and only what has ended is done again; retry what needs a person, or cancel it first"
                            .formatted(state)));
        }
        Node from = state.plan().node(wish.from());
        if (from == null) {
            return new Answer.Impossible(List.of("there is no step '%s'; expected one of %s"
                    .formatted(wish.from(), Messages.someSteps(state.plan()))));
        }
        if (from.isFinally) {
            return new Answer.Impossible(List.of(
                    "step '%s' belongs to finally, which follows by itself; name a step of the graph".formatted(from)));
        }
        return new Planning(state, history, wish, from).answer();
    }

    /** One wish, being looked at. */
    private static final class Planning {

        private final ExecutionState state;
        private final Wish wish;
        private final Node from;
        private final Event.@Nullable StepTaken[] takeable;
        private final boolean[] anew;
        private final List<String> reasons = new ArrayList<>();

        Planning(ExecutionState state, List<Event> history, Wish wish, Node from) {
            this.state = state;
            this.wish = wish;
            this.from = from;
            this.takeable = takeable(history);
            this.anew = new boolean[state.plan().mainCount()];
        }

        Answer answer() {
            Deque<Node> open = new ArrayDeque<>();
            open.add(from);
            doAnew(open);
            for (int i = 0; i < anew.length; i++) {
                if (takeable[i] == null) {
                    Node node = state.plan().node(i);
                    open.add(node);
                    if (!anew[i] && state.at(node).status() == StepStatus.COMPLETED) {
                        reasons.add("step '%s' %s".formatted(node, whyNotTaken(node, state.at(node))));
                    }
                }
            }
            doAnew(open);
            lookAtWhatLeadsThere();
            Map<String, String> keys = keys();
            List<Event.StepTaken> taken = taken();
            return reasons.isEmpty()
                    ? new Answer.Possible(new Rerun(state.id(), from.path, wish.by(), wish.why(), keys), taken)
                    : new Answer.Impossible(reasons);
        }

        /** These, and all that comes after them. */
        private void doAnew(Deque<Node> open) {
            while (!open.isEmpty()) {
                Node node = open.remove();
                if (!anew[node.index]) {
                    anew[node.index] = true;
                    for (int successor : node.successors) {
                        open.add(state.plan().node(successor));
                    }
                }
            }
        }

        /** All that comes before the step must be there to be taken over. */
        private void lookAtWhatLeadsThere() {
            boolean[] seen = new boolean[anew.length];
            Deque<Node> open = new ArrayDeque<>();
            open.add(from);
            while (!open.isEmpty()) {
                for (int index : open.remove().predecessors) {
                    if (!seen[index]) {
                        seen[index] = true;
                        Node before = state.plan().node(index);
                        open.add(before);
                        boolean told = state.at(before).status() == StepStatus.COMPLETED;
                        if (takeable[index] == null && !told) {
                            reasons.add("step '%s', which comes before it, %s"
                                    .formatted(before, whyNotTaken(before, state.at(before))));
                        }
                    }
                }
            }
        }

        private static String whyNotTaken(Node node, StepState step) {
            if (node.undoesItems() && step.status() == StepStatus.COMPLETED) {
                return "was done for each item of a list, which nobody could undo from another execution; begin with that one";
            }
            return step.status() == StepStatus.COMPENSATED
                    ? "was undone; begin with that one"
                    : "was not done (%s); begin with that one".formatted(step.status());
        }

        /** Those that go on with the key that they had, since they may have been done with it. */
        private Map<String, String> keys() {
            Map<String, String> keys = new TreeMap<>();
            for (Node node : state.nodes()) {
                Map<String, String> own = keys(node, state.at(node));
                keys.putAll(own);
                if (!own.isEmpty() && anew[node.index]) {
                    lookAtChild(node);
                    lookAtInput(node, own);
                } else if (!own.isEmpty() && node.step.forEach() != null && wish.input() != null) {
                    lookAtInput(node, own); // what the items were would be forgotten
                }
            }
            return keys;
        }

        private Map<String, String> keys(Node node, StepState step) {
            Map<String, String> keys = new TreeMap<>();
            if (node.isFinally || step.status() == StepStatus.COMPENSATED) {
                return keys;
            }
            Rerun before = state.started().rerun();
            if (before != null && node.hasItems() && step.items() == null) {
                keys.putAll(before.keysOfItems(node.path)); // it was taken over as a whole, or has not begun
            }
            if (before != null && step.output() == null) {
                keys.putAll(before.keysFrom(node.path, step.roundsBefore()));
            }
            if (step.inDoubt()) {
                keys.put(Rerun.slot(node.path, step.roundsBefore()), Workload.key(state, node, Purpose.FORWARD));
            }
            return keys;
        }

        /** Another execution has no key that anybody would know again. */
        private void lookAtChild(Node node) {
            if (node.step.task() instanceof Task.Child) {
                ExecutionId child = state.at(node).child();
                reasons.add("step '%s' was done by %s, and would be done a second time by another one"
                        .formatted(node, child == null ? "another execution" : "execution " + child));
            }
        }

        /** With the old key goes the old input: with another one the service would refuse it, or answer with the old result. */
        private void lookAtInput(Node node, Map<String, String> own) {
            String changed = wish.input() != null ? "the old input" : changed(node, isOfLaterRound(own));
            if (changed != null) {
                reasons.add("step '%s' may have been done with %s, and would be done a second time with another one"
                        .formatted(node, changed));
            }
        }

        /** What goes into the step's input and is not there any more; null if it stays as it was. */
        private @Nullable String changed(Node node, boolean laterRound) {
            Template input = template(node);
            ForEach forEach = node.step.forEach();
            String changed = input == null ? null : changed(input, laterRound);
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

        private static @Nullable Template template(Node node) {
            return switch (node.step.task()) {
                case Task.Action action -> action.call().input();
                case Task.Child child -> child.input();
                case Task.WaitFor wait -> null;
                case Task.WaitUntil wait -> null;
                case Task.Await await -> null;
                case Task.Switch choice -> null;
            };
        }

        private @Nullable String changed(Template template, boolean laterRound) {
            if (template.names().contains("execution")) {
                return "the old execution's id or key";
            }
            if (template.names().contains("output") && laterRound) {
                return "the output of the old round before";
            }
            for (String name : new TreeSet<>(template.steps())) {
                Node source = state.plan().node(StepPath.of(name));
                if (source != null && anew[source.index]) {
                    return "the old output of step '%s'".formatted(source);
                }
            }
            return null;
        }

        /** Unless a person gave it, or it was taken over, or comes from another version. */
        private boolean comesAboutAgain(Node node, @Nullable Template template) {
            StepState step = state.at(node);
            Series forward = step.series(Purpose.FORWARD);
            boolean untried = forward == null || step.status() == StepStatus.PENDING || step.isBeforeRound();
            if (node.hasItems() || (untried && !step.inDoubt())) {
                return true; // it has had none here
            }
            Json usual = state.input();
            try {
                if (node.parent != null) {
                    List<Json> values =
                            ExecutionState.items(state.at(node.parent), node).values();
                    if (!values.equals(JsonText.elements(list(node.parent)))) {
                        return false;
                    }
                    usual = values.get(node.path.item());
                }
                Json was = forward == null || forward.input() == null ? usual : forward.input();
                return was.equals(template == null ? usual : template.evaluate(ExecutionScope.of(state, node)));
            } catch (ExpressionException | InvalidInputException e) {
                return false;
            }
        }

        private Json list(Node node) {
            ForEach forEach = Objects.requireNonNull(node.step.forEach(), "it has items");
            return forEach.items().evaluate(ExecutionScope.of(state, node));
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

        /** What would be taken over of each step; null for what was not settled, or was undone. */
        private Event.@Nullable StepTaken[] takeable(List<Event> history) {
            Event.@Nullable StepTaken[] settled =
                    new Event.StepTaken[state.plan().mainCount()];
            for (Event event : history) {
                if (event instanceof Event.OfStep own && own.step().item() == StepPath.NONE) {
                    Node node = Objects.requireNonNull(state.plan().node(own.step()), "the history is of this plan");
                    if (!node.isFinally) {
                        settled[node.index] = after(own, node, settled[node.index]);
                    }
                }
            }
            return settled;
        }

        private Event.@Nullable StepTaken after(Event.OfStep event, Node node, Event.@Nullable StepTaken before) {
            StepState step = state.at(node);
            if (node.undoesItems()) {
                return null;
            }
            return switch (event) {
                case Event.StepCompleted e -> taken(node, step, e.output(), null, null);
                case Event.StepResolved e -> taken(node, step, e.output(), null, null);
                case Event.StepFailed e -> e.continued() ? taken(node, step, null, e.failure(), null) : null;
                case Event.StepTaken e -> taken(node, step, e.output(), e.failure(), e.skipped());
                // Whoever leaves a step as it is instead of undoing it settles nothing.
                case Event.StepSkipped e when step.status() != StepStatus.SKIPPED -> before;
                case Event.StepSkipped e ->
                    e.reason() == SkipReason.WITHDRAWN ? null : taken(node, step, null, step.failure(), e.reason());
                case Event.StepCompensated e -> null;
                default -> before;
            };
        }

        private Event.StepTaken taken(
                Node node,
                StepState step,
                @Nullable Json output,
                @Nullable Failure failure,
                @Nullable SkipReason skipped) {
            return step.taken(node.path, input(node, step), output, failure, skipped, step.inDoubt());
        }

        /** What it was called with, if the new execution could not tell. */
        private @Nullable Json input(Node node, StepState step) {
            Series forward = step.series(Purpose.FORWARD);
            Json computed = forward == null ? null : forward.input();
            return computed != null || wish.input() == null || node.action == null ? computed : state.input();
        }
    }
}
