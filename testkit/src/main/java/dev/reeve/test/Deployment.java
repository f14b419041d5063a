package dev.reeve.test;

import dev.reeve.internal.engine.client.deployment.ChildReferences;
import dev.reeve.internal.model.definition.ActionReferences;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Groups;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.workflow.OnExhausted;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A workflow and the workflows that its steps start, directly or indirectly.
 *
 * @param root the workflow under test
 * @param children the other workflows
 */
record Deployment(Definition root, List<Definition> children) {

    Deployment {
        children = List.copyOf(children);
    }

    List<Definition> all() {
        List<Definition> all = new ArrayList<>(children);
        all.add(root);
        return all;
    }

    /** Lists child workflows before their parents. The order within a cycle is arbitrary. */
    List<Definition> inOrder() {
        List<Definition> order = new ArrayList<>();
        List<Definition> open = all();
        while (!open.isEmpty()) {
            Definition next = open.stream()
                    .filter(workflow ->
                            open.stream().noneMatch(other -> !other.equals(workflow) && starts(workflow, other)))
                    .findFirst()
                    .orElse(open.getFirst());
            open.remove(next);
            order.add(next);
        }
        return order;
    }

    /** Describes each step that starts a workflow missing from this deployment. */
    List<String> missing() {
        List<String> missing = new ArrayList<>();
        for (Definition workflow : all()) {
            ChildReferences.missing(workflow, all(), child -> false)
                    .forEach(reference -> missing.add("step '%s' of '%s' starts the workflow '%s'"
                            .formatted(reference.step(), workflow.name(), reference.wanted())));
        }
        return missing;
    }

    private static boolean starts(Definition workflow, Definition other) {
        return ChildReferences.of(workflow).stream()
                .anyMatch(reference -> reference.isOf(other.name(), other.version()));
    }

    /** Whether a step is a {@code finally} step of one of these workflows. */
    boolean isFinal(String workflow, String step) {
        return all().stream()
                .filter(it -> it.name().equals(workflow))
                .flatMap(it -> it.finallySteps().stream())
                .anyMatch(it -> it.name().equals(step));
    }

    /** The codes of failures that decide what follows when this step fails, in the order of the definition. */
    Set<String> codes(String workflow, String step) {
        Set<String> codes = new LinkedHashSet<>();
        all().stream()
                .flatMap(Deployment::parts)
                .filter(it -> it.name().equals(workflow))
                .flatMap(it -> Stream.concat(it.steps().stream(), it.finallySteps().stream()))
                .filter(it -> it.name().equals(step))
                .map(Step::task)
                .forEach(task -> {
                    OnExhausted policy = task.onExhausted();
                    if (policy != null) {
                        codes.addAll(policy.byCode().keySet());
                    }
                    if (task instanceof Task.Action action) {
                        codes.addAll(action.call().retry().on());
                        codes.addAll(action.call().retry().never());
                    }
                });
        return codes;
    }

    /** All actions, probes and compensations that the steps call, in the order of the definitions. */
    Set<String> actions() {
        Set<String> actions = new LinkedHashSet<>();
        inOrder().forEach(workflow -> actions.addAll(ActionReferences.of(workflow)));
        return actions;
    }

    /** A workflow, and its groups. */
    static Stream<Definition> parts(Definition workflow) {
        return Stream.concat(Stream.of(workflow), Groups.of(workflow));
    }

    /** The steps of a workflow, and those of its groups. */
    static Stream<Step> steps(Definition workflow) {
        return Groups.steps(workflow);
    }
}
