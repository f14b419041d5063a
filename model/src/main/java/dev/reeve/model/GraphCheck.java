package dev.reeve.model;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What can only be seen of a definition as a whole: the order of steps, and whether expressions refer to what is there. */
final class GraphCheck {

    private static final Set<String> OF_STEP = StepReader.orderedSet("output", "status");
    private static final Set<String> OF_EXECUTION = StepReader.orderedSet("id", "workflow", "version", "key");

    private final Problems problems;
    private final Set<String> stepNames;
    private final Set<String> finallyNames;
    /** Steps whose {@code after} has a problem: what they come after is not known. */
    private final Set<String> unclear = new HashSet<>();

    private GraphCheck(Workflow workflow, Problems problems) {
        this.problems = problems;
        this.stepNames = new LinkedHashSet<>(StepReader.names(workflow.steps()));
        this.finallyNames = new LinkedHashSet<>(StepReader.names(workflow.finallySteps()));
    }

    static void check(Workflow workflow, Problems problems) {
        GraphCheck check = new GraphCheck(workflow, problems);
        check.names();
        check.graph("steps", workflow.steps(), check.stepNames);
        check.graph("finally", workflow.finallySteps(), check.finallyNames);
        if (workflow.output() != null) {
            for (TemplateExpression found : workflow.output().expressions()) {
                check.expression("output" + found.path(), found.expression(), check.stepNames, null);
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

    private void graph(String section, List<Step> steps, Set<String> names) {
        Map<String, Set<String>> predecessors = new LinkedHashMap<>();
        for (Step step : steps) {
            predecessors.put(step.name(), after(section, step, names));
        }
        List<String> cycle = Cycles.find(predecessors);
        if (!cycle.isEmpty()) {
            problems.addAt(
                    Place.child(section, cycle.getFirst()) + ".after",
                    "the steps wait for each other: " + String.join(" → ", cycle) + " → " + cycle.getFirst(),
                    "Remove one of these from 'after'");
        }
        // in a cycle every step comes before itself, and nothing can be said about references
        Ancestors ancestors = cycle.isEmpty() ? new Ancestors(predecessors) : null;
        for (Step step : steps) {
            expressions(section, step, ancestors);
        }
    }

    /** Those of {@code after} that exist; the others are reported. */
    private Set<String> after(String section, Step step, Set<String> names) {
        Set<String> known = new LinkedHashSet<>();
        for (int i = 0; i < step.after().size(); i++) {
            String name = step.after().get(i);
            String path = Place.child(Place.child(section, step.name()) + ".after", i);
            if (name.equals(step.name())) {
                problems.addAt(path, "the step waits for itself", "Remove it");
            } else if (!names.contains(name)) {
                problems.addAt(path, unknownStep(name, section), Suggestions.didYouMean(name, names, ""));
            } else if (!known.add(name)) {
                problems.addAt(path, "'%s' is in the list twice".formatted(name), "Remove it");
            }
        }
        if (known.size() < step.after().size() || problems.isUnreadable(Place.child(section, step.name()) + ".after")) {
            unclear.add(step.name());
        }
        return known;
    }

    private String unknownStep(String name, String section) {
        boolean elsewhere = section.equals("steps") ? finallyNames.contains(name) : stepNames.contains(name);
        if (!elsewhere) {
            return "there is no step '%s'".formatted(name);
        }
        return section.equals("steps")
                ? "'%s' is a step of 'finally', which runs after all of 'steps'".formatted(name)
                : "'%s' is a step of 'steps', all of which come before 'finally'".formatted(name);
    }

    private void expressions(String section, Step step, @Nullable Ancestors ancestors) {
        String path = Place.child(section, step.name());
        Where scope = new Where(section, step.name(), ancestors);
        if (step.when() != null) {
            expression(path + ".when", step.when(), null, scope);
        }
        switch (step.task()) {
            case Task.Action action -> {
                template(path + ".input", action.call().input(), scope);
                if (action.probe() != null) {
                    template(path + ".probe.input", action.probe().input(), scope);
                }
                if (action.compensate() != null) {
                    template(path + ".compensate.input", action.compensate().input(), scope.withItself());
                }
            }
            case Task.WaitFor wait -> {
                // no expression
            }
            case Task.WaitUntil wait -> expression(path + ".waitUntil", wait.waitUntil(), null, scope);
        }
    }

    /**
     * Where an expression stands.
     *
     * @param itself whether the step's own output is known there
     */
    private record Where(
            String section, String step, @Nullable Ancestors ancestors, boolean itself) {
        Where(String section, String step, @Nullable Ancestors ancestors) {
            this(section, step, ancestors, false);
        }

        Where withItself() {
            return new Where(section, step, ancestors, true);
        }
    }

    private void template(String path, @Nullable Template template, Where scope) {
        if (template != null) {
            for (TemplateExpression found : template.expressions()) {
                expression(path + found.path(), found.expression(), null, scope);
            }
        }
    }

    /**
     * @param settled the steps that may be referred to; null to ask the scope
     */
    private void expression(String path, Expression expression, @Nullable Set<String> settled, @Nullable Where scope) {
        boolean inFinally = scope != null && scope.section.equals("finally");
        for (ExpressionReference reference : expression.references()) {
            List<String> members = reference.path();
            switch (reference.root()) {
                case "input" -> {
                    // whatever the caller sends
                }
                case "steps" -> {
                    if (!members.isEmpty()) {
                        step(path, members, settled, scope);
                    }
                }
                case "execution" -> member(path, "execution", members, 0, OF_EXECUTION);
                case "outcome" -> {
                    if (!inFinally) {
                        problems.addAt(path, "'outcome' is only known in 'finally'", "");
                    }
                }
                case "item" ->
                    problems.addAt(path, "'item' belongs to forEach, which is not supported by this version", "");
                default -> unknownRoot(path, reference, inFinally);
            }
        }
    }

    private void unknownRoot(String path, ExpressionReference reference, boolean inFinally) {
        String root = reference.root();
        List<String> known =
                inFinally ? List.of("input", "steps", "execution", "outcome") : List.of("input", "steps", "execution");
        String suggestion = stepNames.contains(root)
                ? "Did you mean steps.%s?".formatted(root)
                : Suggestions.didYouMean(
                        root, known, "Known names are %s; text needs quotes".formatted(String.join(", ", known)));
        problems.addAt(
                path,
                "there is no '%s' (at character %d of the expression)".formatted(root, reference.at() + 1),
                suggestion);
    }

    private void step(String path, List<String> members, @Nullable Set<String> settled, @Nullable Where scope) {
        String name = members.getFirst();
        boolean exists = stepNames.contains(name) || finallyNames.contains(name);
        if (!exists) {
            Set<String> known = new LinkedHashSet<>(stepNames);
            known.addAll(finallyNames);
            problems.addAt(path, "there is no step '%s'".formatted(name), Suggestions.didYouMean(name, known, ""));
            return;
        }
        if (settled != null && !settled.contains(name)) {
            problems.addAt(path, "the step '%s' of 'finally' runs after the output is computed".formatted(name), "");
        } else if (scope != null) {
            settled(path, name, scope);
        }
        member(path, "steps." + name, members, 1, OF_STEP);
    }

    private void settled(String path, String name, Where scope) {
        if (scope.ancestors == null
                || unclear.contains(scope.step)
                || (scope.section.equals("finally") && stepNames.contains(name))) {
            return;
        }
        if (name.equals(scope.step)) {
            if (!scope.itself) {
                problems.addAt(path, "the step refers to itself, and has no output yet", "");
            }
        } else if (!(scope.section.equals("steps") ? stepNames : finallyNames).contains(name)) {
            problems.addAt(path, "the step '%s' of 'finally' runs later than this".formatted(name), "");
        } else if (scope.ancestors.isBefore(scope.step, name)) {
            problems.addAt(path, "the step '%s' runs after '%s'".formatted(name, scope.step), "");
        } else if (!scope.ancestors.isBefore(name, scope.step)) {
            problems.addAt(
                    path,
                    "the step '%s' need not be settled by then: '%s' does not come after it"
                            .formatted(name, scope.step),
                    "Add %s to 'after' of %s".formatted(name, scope.step));
        }
    }

    private void member(String path, String of, List<String> members, int index, Collection<String> known) {
        if (members.size() > index && !known.contains(members.get(index))) {
            problems.addAt(
                    path,
                    "'%s' has no member '%s'".formatted(of, members.get(index)),
                    Suggestions.didYouMean(members.get(index), known, "Known members are " + String.join(", ", known)));
        }
    }

    /** Numbers of names, for the bit sets. */
    static Map<String, Integer> numbers(Collection<String> names) {
        Map<String, Integer> numbers = new HashMap<>();
        for (String name : names) {
            numbers.put(name, numbers.size());
        }
        return numbers;
    }
}
