package dev.reeve.internal.core.rules;

import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.Rerun;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Items;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.RerunKeys;
import dev.reeve.internal.core.state.Signals;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.model.definition.ActionCall;
import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.workflow.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether an execution can move to another version of its workflow, and lists the blockers if it cannot. Pure.
 *
 * <p>An execution can move if it goes forward and each step that has begun exists in the other version with the same
 * meaning. A step has the same meaning if it is of the same kind, calls the same action, comes after the same steps,
 * and its result satisfies the output schema of that version. Steps that have not begun may be changed, added and
 * removed freely.
 */
public final class Compatibility {

    private final ExecutionState state;
    private final Plan target;
    private final List<Blocker> blockers = new ArrayList<>();

    private Compatibility(ExecutionState state, Plan target) {
        this.state = state;
        this.target = target;
    }

    /**
     * One reason why an execution cannot move to another version. It contains no data of the execution, such as
     * outputs, so that one message can cover many executions.
     *
     * @param step the step that blocks the move; null if the execution as a whole does
     * @param problem the reason, as a sentence without its end
     */
    public record Blocker(@Nullable String step, String problem) {
        @Override
        public String toString() {
            return step == null ? problem : "step '%s' %s".formatted(step, problem);
        }
    }

    /**
     * Finds all blockers.
     *
     * @param state the state of an execution that has started
     * @param target the plan of the other version
     * @return the blockers; empty if the execution can be moved
     */
    public static List<Blocker> blockers(ExecutionState state, Plan target) {
        return new Compatibility(state, target).blockers();
    }

    private List<Blocker> blockers() {
        if (!target.workflow().name().equals(state.plan().workflow().name())) {
            block("it is one of workflow '%s', and not of '%s'"
                    .formatted(state.plan().workflow().name(), target.workflow().name()));
            return blockers;
        }
        if (target.workflow().version() == state.plan().workflow().version()) {
            block("it is on version %d already".formatted(version()));
            return blockers;
        }
        switch (state.phase) {
            case FORWARD -> lookAtAll();
            case NEW, ENDED -> block("it has ended");
            case CLOSING, UNDOING ->
                block(
                        state.endedBy != null
                                ? "step '%s' has completed it".formatted(state.endedBy)
                                : "it is being undone, and stays on version %d, which did what is undone; a compensation that fails can be retried with another input, resolved or skipped"
                                        .formatted(state.plan().workflow().version()));
            case FINALLY -> block("its outcome is decided, and only the steps of finally still run");
        }
        return blockers;
    }

    private int version() {
        return target.workflow().version();
    }

    private void lookAtAll() {
        JsonSchema schema = target.workflow().input();
        if (schema != null) {
            for (Problem problem : schema.check("input", state.input())) {
                block("version %d wants another input: %s at '%s'"
                        .formatted(version(), problem.message(), problem.path()));
            }
        }
        state.signals.waiting().forEach(this::lookAtSignal);
        for (int i = 0; i < state.plan().mainCount(); i++) {
            PlanNode was = state.plan().node(i);
            StepState step = state.at(was);
            if (step.status() != StepStatus.PENDING) {
                lookAt(was, step);
            }
            lookAtKeys(was, step);
        }
    }

    /** The data must match the schema of each step that may still take the signal. */
    private void lookAtSignal(Signals.Signal signal) {
        for (PlanNode node : DataChecks.awaiting(target, signal.name())) {
            StepState step = state.step(node.path);
            boolean mayTake =
                    step == null || step.status() == StepStatus.PENDING || step.status() == StepStatus.ESCALATED;
            if (mayTake && AwaitSteps.isTooDeep(node, signal.name(), signal.data())) {
                block(
                        node,
                        "takes signal '%s', which has come already, and its data is nested too deep for the output in version %d"
                                .formatted(signal.name(), version()));
            }
            for (Problem problem :
                    mayTake ? DataChecks.ofSignal(List.of(node), signal.name(), signal.data()) : List.<Problem>of()) {
                block(
                        node,
                        "takes signal '%s', which has come already, and version %d wants other data: %s at '%s'"
                                .formatted(signal.name(), version(), problem.message(), problem.path()));
            }
        }
    }

    /**
     * A step that keeps an old idempotency key must keep the old input. With another input the service would not
     * recognise the request.
     */
    private void lookAtKeys(PlanNode was, StepState step) {
        Rerun rerun = state.started().rerun();
        if (rerun == null || isSettled(was, step) || !RerunKeys.hasKeysOf(rerun, was.path.step())) {
            return;
        }
        PlanNode will = target.node(was.path);
        if (will == null || !request(was.step).equals(request(will.step))) {
            block(
                    was,
                    "may have been done in the execution that this one does again, and version %d would call it with something else"
                            .formatted(version()));
        }
    }

    /** Whether no further call of the step needs a newly computed input. */
    private static boolean isSettled(PlanNode node, StepState step) {
        if (step.status() == StepStatus.COMPENSATED) {
            return true;
        }
        if (node.hasItems()) {
            return step.output() != null && step.items() != null;
        }
        boolean computed = step.series(Purpose.FORWARD) != null || step.inDoubt();
        return step.output() != null || (computed && node.step.repeat() == null);
    }

    /** The parts of the definition that determine a step's input and its receiver. */
    private static List<Object> request(Step step) {
        return switch (step.task()) {
            case Task.Action action ->
                Arrays.asList(action.call().action(), action.call().input(), list(step));
            case Task.Child child -> Arrays.asList(child.workflow(), child.input(), list(step));
            case Task.WaitFor wait -> List.of();
            case Task.WaitUntil wait -> List.of();
            case Task.Await await -> List.of();
            case Task.Switch choice -> List.of();
            case Task.Value computed -> List.of();
            case Task.Fail fail -> List.of();
            case Task.Complete complete -> List.of();
        };
    }

    private static List<Object> list(Step step) {
        ForEach forEach = step.forEach();
        return forEach == null ? List.of() : List.of(forEach.items(), forEach.batch(), forEach.as());
    }

    private void lookAt(PlanNode was, StepState step) {
        PlanNode will = target.node(was.step.name());
        if (will == null || will.isFinally) {
            block(
                    was,
                    "has begun, and version %d %s"
                            .formatted(version(), will == null ? "has no such step" : "has it in finally"));
            return;
        }
        compare(was, "is", kind(was), kind(will));
        compare(was, "comes after", order(was.step), order(will.step));
        compare(was, "is a pivot:", isPivot(was, step), isPivot(will, step));
        lookAtCalls(was, will, step);
        lookAtNames(was, will, step);
        lookAtChoice(was, will, step);
        lookAtOutput(was, will, step);
        lookAtGroup(was, will, step);
    }

    private void compare(PlanNode node, String verb, String was, String will) {
        if (!was.equals(will)) {
            block(node, "has begun, and %s %s; in version %d %s".formatted(verb, was, version(), will));
        }
    }

    private static String kind(PlanNode node) {
        Step step = node.step;
        String kind = switch (step.task()) {
            case Task.Action action ->
                "a call of %s%s".formatted(named(action.call()), action.isTransactional() ? ", transactional" : "");
            case Task.WaitFor wait -> "a wait";
            case Task.WaitUntil wait -> "a wait";
            case Task.Switch choice -> "a switch";
            case Task.Value computed -> "a value";
            case Task.Fail fail -> "a failure";
            case Task.Complete complete -> "an end";
            case Task.Await await -> "one that awaits '%s'".formatted(String.join("' or '", await.signals()));
            case Task.Child child when child.group() != null -> "a group of steps";
            case Task.Child child ->
                child.name() == null
                        ? "an execution of '%s'".formatted(child.workflow())
                        : "an execution of a computed workflow";
        };
        return kind + loop(step.forEach()) + (step.repeat() == null ? "" : ", repeated");
    }

    private static String named(ActionCall call) {
        return call.name() == null ? "'%s'".formatted(call.action()) : "a computed action";
    }

    /** The names that were computed must be among those that the other version expects. */
    private void lookAtNames(PlanNode was, PlanNode will, StepState step) {
        Set<String> computed = new TreeSet<>();
        Items items = step.items();
        for (int i = 0; items != null && i < items.size(); i++) {
            addName(computed, items.step(i));
        }
        addName(computed, step);
        List<String> expected = names(will.step.task());
        for (String name : computed) {
            if (!expected.contains(name)) {
                block(was, "has begun with '%s'; version %d does not list it in oneOf".formatted(name, version()));
            }
        }
    }

    private static void addName(Set<String> names, StepState step) {
        String name = step.name(Purpose.FORWARD);
        if (name != null) {
            names.add(name);
        }
    }

    private static List<String> names(Task task) {
        return task instanceof Task.Action action
                ? action.call().names()
                : task instanceof Task.Child child ? child.names() : List.of();
    }

    /** The items of a list that has begun stay as they are, so batches may be of another size. */
    private static String loop(@Nullable ForEach forEach) {
        return forEach == null
                ? ""
                : forEach.batch() == ForEach.SINGLY ? " for each item" : " for each batch of a list";
    }

    private static String order(Step step) {
        if (step.after().isEmpty()) {
            return "nothing";
        }
        Set<String> sorted = new TreeSet<>();
        for (Predecessor after : step.after()) {
            sorted.add(after.toString());
        }
        String names = String.join(", ", sorted);
        return step.join().count() == 0
                ? names
                : "%s of %s".formatted(step.join().needed(), names);
    }

    /** A step counts as a pivot only once it has completed. */
    private static String isPivot(PlanNode node, StepState step) {
        return node.step.pivot() && step.status() == StepStatus.COMPLETED ? "yes" : "no";
    }

    private void lookAtCalls(PlanNode was, PlanNode will, StepState step) {
        if (calls(was, Purpose.COMPENSATION) != null && calls(will, Purpose.COMPENSATION) == null) {
            block(was, "has begun, and could be undone; in version %d it could not".formatted(version()));
        }
        lookAtUndoing(was, will, step);
        String asked = calls(was, Purpose.PROBE);
        if (isBeingProbed(step) && !Objects.equals(asked, calls(will, Purpose.PROBE))) {
            block(was, "is being asked about with '%s'; version %d asks otherwise".formatted(asked, version()));
        }
    }

    /** A step that is being undone, because it is not needed any more, is undone there in the same way. */
    private void lookAtUndoing(PlanNode was, PlanNode will, StepState step) {
        ActionCall before = compensation(was);
        ActionCall after = compensation(will);
        if (before == null || after == null) {
            return;
        }
        Set<String> computed = new TreeSet<>();
        boolean undone = addUndone(computed, step);
        Items items = step.items();
        for (int i = 0; items != null && i < items.begun(); i++) {
            undone |= addUndone(computed, items.step(i));
        }
        boolean same = before.name() == null
                ? after.name() == null && before.action().equals(after.action())
                : after.name() != null && after.names().containsAll(computed);
        if (undone && !same) {
            block(was, "is being undone with %s; version %d undoes it otherwise".formatted(named(before), version()));
        }
    }

    /** Adds the name that was computed for undoing it; returns whether it is being undone. */
    private static boolean addUndone(Set<String> names, StepState step) {
        String name = step.name(Purpose.COMPENSATION);
        if (step.isBeingUndone() && name != null) {
            names.add(name);
        }
        return step.isBeingUndone();
    }

    private static @Nullable ActionCall compensation(PlanNode node) {
        return node.step.task() instanceof Task.Action action ? action.compensate() : null;
    }

    private static @Nullable String calls(PlanNode node, Purpose purpose) {
        if (!(node.step.task() instanceof Task.Action action)) {
            return null;
        }
        return switch (purpose) {
            case FORWARD -> action.call().action();
            case PROBE -> action.probe() == null ? null : action.probe().action();
            case COMPENSATION ->
                action.compensate() == null ? null : action.compensate().action();
        };
    }

    private static boolean isBeingProbed(StepState step) {
        Items items = step.items();
        boolean item = false;
        for (int i = 0; items != null && i < items.size(); i++) {
            item |= items.step(i).status() == StepStatus.PROBING;
        }
        return item || step.status() == StepStatus.PROBING;
    }

    /** The chosen case must exist in the other version. */
    private void lookAtChoice(PlanNode was, PlanNode will, StepState step) {
        Json chosen = step.output();
        if (will.step.task() instanceof Task.Switch choice && chosen != null && !chosen.equals(Json.NULL)) {
            Set<String> cases = new TreeSet<>();
            choice.cases().forEach(option -> cases.add('"' + option.name() + '"'));
            if (!cases.contains(chosen.text())) {
                block(was, "has chosen %s, which is no case of it in version %d".formatted(chosen.text(), version()));
            }
        }
    }

    /** A group that is done does not get further members of its output. */
    private void lookAtGroup(PlanNode was, PlanNode will, StepState step) {
        Items items = step.items();
        boolean isDone = step.output() != null;
        for (int i = 0; items != null && i < items.size(); i++) {
            isDone |= items.step(i).output() != null;
        }
        if (!isDone) {
            return;
        }
        Set<String> more = new TreeSet<>(membersOfGroup(will));
        more.removeAll(membersOfGroup(was));
        if (!more.isEmpty()) {
            block(
                    was,
                    "was done, and its output has no %s, which version %d gives it"
                            .formatted(String.join(", ", more), version()));
        }
    }

    /** The members that the output of a group has by its definition; empty if they are not written there. */
    private static Set<String> membersOfGroup(PlanNode node) {
        Set<String> members = new TreeSet<>();
        if (node.step.task() instanceof Task.Child child
                && child.group() != null
                && child.group().output() != null
                && child.group().output().source().value() instanceof Map<?, ?> object) {
            object.keySet().forEach(key -> members.add(String.valueOf(key)));
        }
        return members;
    }

    private void lookAtOutput(PlanNode was, PlanNode will, StepState step) {
        JsonSchema schema = will.step.output();
        if (schema == null || schema.equals(was.step.output())) {
            return;
        }
        Items items = step.items();
        boolean fits = step.output() == null
                || items != null
                || DataChecks.ofOutput(will, step.output()).isEmpty();
        for (int i = 0; items != null && i < items.size(); i++) {
            Json output = items.step(i).output();
            fits &= output == null || schema.check("output", output).isEmpty();
        }
        if (!fits) {
            block(was, "was done, and its output is not what version %d says it must be".formatted(version()));
        }
    }

    private void block(String problem) {
        blockers.add(new Blocker(null, problem));
    }

    private void block(PlanNode node, String problem) {
        blockers.add(new Blocker(node.step.name(), problem));
    }
}
