package dev.reeve.internal.model.validation;

import dev.reeve.internal.model.definition.Groups;
import dev.reeve.internal.model.definition.OtherSteps;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.document.Problems;
import dev.reeve.internal.values.MemberPath;
import dev.reeve.workflow.Others;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks that a step with {@code others} has some, and that they can be undone if it asks for that. */
final class OthersCheck {

    private final String section;
    private final List<Step> steps;
    private final Problems problems;
    private final OtherSteps others;
    private final Set<String> joining;
    private final Set<String> undoing;
    private final Set<String> reversing;

    private OthersCheck(String section, List<Step> steps, Problems problems) {
        this.section = section;
        this.steps = steps;
        this.problems = problems;
        this.others = OtherSteps.of(steps);
        this.joining = new HashSet<>(others.having(step -> true));
        this.undoing = new HashSet<>(others.having(OthersCheck::isUndoable));
        this.reversing = new HashSet<>(others.having(step -> pivot(step) != null));
    }

    /**
     * Reports others that do not exist, or cannot be undone.
     *
     * @param steps all steps of a graph without cycles, whose predecessors exist
     */
    static void check(String section, List<Step> steps, Problems problems) {
        if (steps.stream().anyMatch(step -> step.join().others() != Others.LEAVE)) {
            new OthersCheck(section, steps, problems).check();
        }
    }

    private void check() {
        for (Step step : steps) {
            if (step.join().others() != Others.LEAVE && !joining.contains(step.name())) {
                report(step, "no step leads only to this one, so there are no others", "Remove 'others'");
            } else if (step.join().others() == Others.UNDO) {
                undone(step);
            }
        }
    }

    private void undone(Step step) {
        if (reversing.contains(step.name())) {
            steps.stream()
                    .filter(other -> others.isOther(other.name(), step.name()))
                    .flatMap(other -> Stream.ofNullable(pivot(other)))
                    .findFirst()
                    .ifPresent(pivot -> report(
                            step,
                            "%s is one of the others, and a pivot is not undone".formatted(pivot),
                            "Write cancel, or let the pivot come after this step"));
        } else if (section.equals("finally")) {
            report(step, "no step is undone in 'finally'", "Write cancel");
        } else if (!undoing.contains(step.name())) {
            report(
                    step,
                    "none of the others is undone: they have no 'compensate'",
                    "Write cancel, or add 'compensate' to one of them");
        }
    }

    /** The pivot that a step is, or that is in its group; null if there is none. */
    private static @Nullable String pivot(Step step) {
        if (step.pivot()) {
            return "the pivot '%s'".formatted(step.name());
        }
        return step.task() instanceof Task.Child child && child.group() != null
                ? Groups.steps(child.group())
                        .filter(Step::pivot)
                        .findFirst()
                        .map(pivot -> "the group '%s' with the pivot '%s'".formatted(step.name(), pivot.name()))
                        .orElse(null)
                : null;
    }

    private static boolean isUndoable(Step step) {
        return step.task() instanceof Task.Child
                || (step.task() instanceof Task.Action action && action.compensate() != null);
    }

    private void report(Step step, String problem, String suggestion) {
        problems.addAt(MemberPath.child(section, step.name()) + ".join.others", problem, suggestion);
    }
}
