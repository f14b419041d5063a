package dev.reeve.internal.model.validation;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.ExecutionDefaults;
import dev.reeve.internal.model.definition.Groups;
import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.document.Problems;
import dev.reeve.internal.model.schema.Shape;
import dev.reeve.internal.values.MemberPath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks that need the whole definition: the order of steps, and the references of expressions. */
public final class GraphCheck {

    private final Definition workflow;
    private final Problems problems;
    private final Set<String> stepNames;
    private final Set<String> finallyNames;
    /** Steps whose {@code after} has a problem, so their predecessors are not known. */
    private final Set<String> unclear = new HashSet<>();

    private GraphCheck(Definition workflow, Problems problems) {
        this.workflow = workflow;
        this.problems = problems;
        this.stepNames = names(workflow.steps());
        this.finallyNames = names(workflow.finallySteps());
    }

    private static Set<String> names(List<Step> steps) {
        Set<String> names = new LinkedHashSet<>();
        steps.forEach(step -> names.add(step.name()));
        return names;
    }

    /** Checks a definition and its groups. */
    public static void check(Definition workflow, Problems problems) {
        long groups = Groups.of(workflow).count();
        if (groups > Groups.COUNT_MAX) {
            problems.addAt(
                    "steps",
                    "there are %,d groups, and the limit is %,d".formatted(groups, Groups.COUNT_MAX),
                    "Make workflows of some, and start them with 'workflow'");
            return;
        }
        check(workflow, problems, Set.of(), Shape.of(workflow.input()));
    }

    /**
     * @param outer the names of the steps beside the group, and of those around it, which the group cannot see
     * @param input the shape of the input, as far as it is known
     */
    private static void check(Definition workflow, Problems problems, Set<String> outer, Shape input) {
        GraphCheck check = new GraphCheck(workflow, problems);
        ReadCheck reads = new ReadCheck(workflow, problems, input);
        ExpressionCheck expressions =
                new ExpressionCheck(problems, check.stepNames, check.finallyNames, check.unclear, reads, outer);
        check.names();
        boolean isOrdered = check.graph("steps", workflow.steps(), expressions);
        check.graph("finally", workflow.finallySteps(), expressions);
        PivotCheck.check(workflow.steps(), isOrdered, problems);
        if (!problems.isChecked()) {
            Reachability.of(workflow.steps()).warn("steps", problems);
            Reachability.of(workflow.finallySteps()).warn("finally", problems);
        }
        ExecutionDefaults execution = workflow.execution();
        execution.labels().forEach((label, value) -> expressions.atStart(MemberPath.child("labels", label), value));
        if (execution.completeBy() != null) {
            expressions.atStart("completeBy", execution.completeBy());
        }
        if (execution.replyTo() != null) {
            expressions.atStart("replyTo", execution.replyTo());
        }
        if (workflow.output() != null) {
            expressions.atEnd("output", workflow.output());
        }
        Set<String> known = new LinkedHashSet<>(outer);
        known.addAll(check.stepNames);
        known.addAll(check.finallyNames);
        groups("steps", workflow.steps(), problems, known, reads);
        groups("finally", workflow.finallySteps(), problems, known, reads);
    }

    private static void groups(
            String section, List<Step> steps, Problems problems, Set<String> known, ReadCheck reads) {
        for (Step step : steps) {
            if (step.task() instanceof Task.Child child && child.group() != null) {
                Definition group = child.group();
                Shape input = reads.inputOfGroup(step, child);
                problems.within(MemberPath.child(section, step.name()), () -> check(group, problems, known, input));
            }
        }
    }

    private void names() {
        for (String name : finallyNames) {
            if (stepNames.contains(name)) {
                problems.addAt(
                        "finally." + name,
                        "the name '%s' is taken by a step of 'steps'".formatted(name),
                        "Names are unique in the whole workflow: choose another");
            }
        }
    }

    /** @return whether all predecessors exist, and no steps wait for each other */
    private boolean graph(String section, List<Step> steps, ExpressionCheck expressions) {
        Map<String, Step> byName = new LinkedHashMap<>();
        steps.forEach(step -> byName.put(step.name(), step));
        Map<String, Set<String>> predecessors = new LinkedHashMap<>();
        for (Step step : steps) {
            predecessors.put(step.name(), after(section, step, byName));
            recursion(section, step);
            update(section, step);
        }
        List<String> cycle = Cycles.find(predecessors);
        if (!cycle.isEmpty()) {
            problems.addAt(
                    MemberPath.child(section, cycle.getFirst()) + ".after",
                    "the steps wait for each other: " + String.join(" → ", cycle) + " → " + cycle.getFirst(),
                    "Remove one of these from 'after'");
        }
        boolean isOrdered = cycle.isEmpty() && unclear.isEmpty();
        if (isOrdered && !problems.isChecked()) {
            OthersCheck.check(section, steps, problems);
        }
        // in a cycle every step comes before itself, so references cannot be checked
        Ancestors ancestors = cycle.isEmpty() ? new Ancestors(predecessors) : null;
        for (Step step : steps) {
            expressions.step(section, step, ancestors);
        }
        return isOrdered;
    }

    /** Returns the steps of {@code after} that exist, and reports the others. */
    private Set<String> after(String section, Step step, Map<String, Step> byName) {
        String path = MemberPath.child(section, step.name());
        Set<String> known = new LinkedHashSet<>();
        Set<Predecessor> seen = new HashSet<>();
        for (int i = 0; i < step.after().size(); i++) {
            Predecessor after = step.after().get(i);
            String at = MemberPath.child(path + ".after", i);
            Step before = byName.get(after.step());
            if (after.step().equals(step.name())) {
                problems.addAt(at, "the step waits for itself", "Remove it");
            } else if (before == null) {
                unknownStep(at, after, section, byName.keySet());
            } else if (!seen.add(after)) {
                problems.addAt(at, "'%s' is in the list twice".formatted(after), "Remove it");
            } else if (after.caseName() == null
                    ? known.contains(after.step())
                    : seen.contains(Predecessor.step(after.step()))) {
                problems.addAt(
                        at,
                        "'%s' is in the list both with a case and without".formatted(after.step()),
                        "Remove one of them");
            } else if (before.task().ends()) {
                problems.addAt(
                        at,
                        "'%s' ends the execution, so that nothing comes after it".formatted(after.step()),
                        "Remove it");
            } else if (known.add(after.step()) || after.caseName() != null) {
                hasCase(at, after, before);
            }
        }
        if (seen.size() < step.after().size() || problems.isUnreadable(path + ".after")) {
            unclear.add(step.name());
        } else if (step.join().count() > known.size()) {
            problems.addAt(
                    path + ".join",
                    "%d steps are asked for, and only %d come before"
                            .formatted(step.join().count(), known.size()),
                    "At most %d, or all".formatted(known.size()));
        }
        return known;
    }

    private void unknownStep(String path, Predecessor after, String section, Collection<String> names) {
        boolean elsewhere = (section.equals("steps") ? finallyNames : stepNames).contains(after.step());
        String message = !elsewhere
                ? "there is no step '%s'".formatted(after.step())
                : section.equals("steps")
                        ? "'%s' is a step of 'finally', which runs after all of 'steps'".formatted(after.step())
                        : "'%s' is a step of 'steps', all of which come before 'finally'".formatted(after.step());
        String suggestion = problems.closest(after.step(), names)
                .map(name -> "Did you mean %s?".formatted(new Predecessor(name, after.caseName())))
                .orElse("");
        problems.addAt(path, message, suggestion);
    }

    private void hasCase(String path, Predecessor after, Step before) {
        if (after.caseName() == null || problems.isUnreadable(MemberPath.child("steps", before.name()) + ".switch")) {
            return;
        }
        if (!(before.task() instanceof Task.Switch choice)) {
            problems.addAt(
                    path,
                    "the step '%s' has no cases, as it is no switch".formatted(before.name()),
                    "Write %s".formatted(before.name()));
            return;
        }
        List<String> cases = new ArrayList<>();
        choice.cases().forEach(one -> cases.add(one.name()));
        if (!cases.contains(after.caseName())) {
            problems.addAt(
                    path,
                    "the switch '%s' has no case '%s'".formatted(before.name(), after.caseName()),
                    problems.closest(after.caseName(), cases)
                            .map(name -> "Did you mean %s?".formatted(new Predecessor(before.name(), name)))
                            .orElse("Its cases are " + String.join(", ", cases)));
        }
    }

    /** Reports a step that would take the signal by which its time moves. */
    private void update(String section, Step step) {
        if (step.task() instanceof Task.Await await
                && await.updateOn() != null
                && await.signals().contains(await.updateOn())) {
            problems.addAt(
                    MemberPath.child(section, step.name()) + ".await.updateOn",
                    "the step takes the signal '%s', and ends with it".formatted(await.updateOn()),
                    "Use another signal");
        }
    }

    /**
     * Reports a workflow that always starts itself, and so never ends. One that may start itself is stopped by the
     * limit of depth.
     */
    private void recursion(String section, Step step) {
        if (step.task() instanceof Task.Child child
                && child.names().equals(List.of(workflow.name()))
                && (child.version() == null || child.version() == workflow.version())
                && step.after().isEmpty()
                && step.when() == null
                && step.forEach() == null) {
            problems.addAt(
                    MemberPath.child(section, step.name()) + ".workflow",
                    "the workflow starts itself in any case, and so would never end",
                    "Add 'when'");
        }
    }
}
