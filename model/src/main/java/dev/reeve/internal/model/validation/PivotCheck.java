package dev.reeve.internal.model.validation;

import dev.reeve.internal.model.definition.OtherSteps;
import dev.reeve.internal.model.definition.Pivots;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.document.Problems;
import dev.reeve.internal.values.MemberPath;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Others;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks that nothing asks for undoing after a pivot. */
final class PivotCheck {

    private final List<Step> steps;
    private final Problems problems;
    private final Pivots pivots;
    private final boolean isOrdered;
    /** The names of the steps that are undone although the execution goes forward; null before they are needed. */
    private @Nullable Set<String> undone;

    private PivotCheck(List<Step> steps, boolean isOrdered, Problems problems) {
        this.steps = steps;
        this.isOrdered = isOrdered;
        this.problems = problems;
        this.pivots = Pivots.of(steps);
    }

    /**
     * Reports steps that would ask for undoing after a pivot.
     *
     * @param isOrdered whether all predecessors exist, and no steps wait for each other
     */
    static void check(List<Step> steps, boolean isOrdered, Problems problems) {
        new PivotCheck(steps, isOrdered, problems).check();
    }

    private void check() {
        List<String> names = pivots.names();
        if (names.size() > Pivots.MAX) {
            problems.addAt(
                    MemberPath.child("steps", names.getLast()) + ".pivot",
                    "there are more than %d pivots".formatted(Pivots.MAX),
                    "");
        }
        for (Step step : steps) {
            String passed = pivots.passedBy(step.name());
            if (passed != null) {
                forwardOnly(step, passed);
            }
            names.stream()
                    .filter(pivot -> isUselesslyUndone(step, pivot))
                    .findFirst()
                    .ifPresent(pivot -> problems.addAt(
                            path(step) + ".compensate",
                            "the step comes after the pivot '%s', and is never undone".formatted(pivot),
                            "Remove it, or move the pivot"));
            if (step.pivot()) {
                refuse(
                        step,
                        OnExhausted.Then.CONTINUE,
                        "a pivot cannot be passed over: it decides whether the execution goes forward or back",
                        "Write compensate or escalate");
            }
        }
    }

    private static String path(Step step) {
        return MemberPath.child("steps", step.name());
    }

    private boolean isUselesslyUndone(Step step, String pivot) {
        return !pivot.equals(step.name())
                && pivots.isBehind(step.name(), pivot)
                && step.task() instanceof Task.Action action
                && action.compensate() != null
                && !undone().contains(step.name());
    }

    /** The others of steps that have them undone (ADR 67). */
    private Set<String> undone() {
        Set<String> known = undone;
        if (known == null) {
            boolean some =
                    isOrdered && steps.stream().anyMatch(step -> step.join().others() == Others.UNDO);
            known = some ? OtherSteps.of(steps).of(step -> step.join().others() == Others.UNDO) : Set.of();
            undone = known;
        }
        return known;
    }

    private void forwardOnly(Step step, String pivot) {
        String path = path(step);
        if (step.pivot()) {
            problems.addAt(
                    path + ".pivot",
                    "the pivot '%s' may have completed already, and past it the execution only goes forward"
                            .formatted(pivot),
                    "Remove one of them, or let them come after different cases of one switch");
        }
        String message = "the pivot '%s' may have completed by then, and past it nothing is undone".formatted(pivot);
        String suggestion = "Write escalate or continue, or let '%s' come before it".formatted(step.name());
        refuse(step, OnExhausted.Then.COMPENSATE, message, suggestion);
        if (step.task() instanceof Task.Fail) {
            problems.addAt(path + ".fail", message, "Let '%s' come before it".formatted(step.name()));
        }
        if (step.task() instanceof Task.Action action && action.onUnknown() == OnUnknown.COMPENSATE) {
            problems.addAt(path + ".onUnknown", message, "Write retry or escalate");
        }
    }

    /** Reports each place where {@code onExhausted} says this. */
    private void refuse(Step step, OnExhausted.Then refused, String message, String suggestion) {
        OnExhausted policy = step.task().onExhausted();
        if (policy == null) {
            return;
        }
        if (policy.then() == refused) {
            boolean said = problems.knows(path(step) + ".onExhausted.otherwise");
            problems.addAt(path(step) + (said ? ".onExhausted.otherwise" : ".onExhausted"), message, suggestion);
        }
        policy.byCode().forEach((code, then) -> {
            if (then == refused) {
                problems.addAt(MemberPath.child(path(step) + ".onExhausted", code), message, suggestion);
            }
        });
    }
}
