package dev.reeve.internal.engine.client.deployment;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.workflow.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the workflows that steps start, and those of them that are missing. */
public final class ChildReferences {

    /**
     * A reference from a step to a workflow that it starts, or may start.
     *
     * @param step the name of the step
     * @param path the path of the reference in the definition, as in {@link Problem#path()}
     * @param child with the name of that workflow
     */
    public record Reference(String step, String path, Task.Child child) {

        /** For people: {@code pack_order}, or {@code pack_order version 2}. */
        public String wanted() {
            return child.version() == null ? child.workflow() : child.workflow() + " version " + child.version();
        }

        /** Whether the step starts this version of this workflow. A reference without a version matches any version. */
        public boolean isOf(String workflow, int version) {
            return child.workflow().equals(workflow) && (child.version() == null || child.version() == version);
        }
    }

    private ChildReferences() {}

    /** All references, in the order of the steps, also those of steps in groups. */
    public static List<Reference> of(Definition workflow) {
        return of("", workflow);
    }

    private static List<Reference> of(String at, Definition workflow) {
        return Stream.concat(
                        of(at + "steps.", workflow.steps()).stream(),
                        of(at + "finally.", workflow.finallySteps()).stream())
                .toList();
    }

    private static List<Reference> of(String section, List<Step> steps) {
        List<Reference> found = new ArrayList<>();
        for (Step step : steps) {
            if (step.task() instanceof Task.Child child) {
                String path = section + step.name();
                if (child.group() != null) {
                    found.addAll(of(path + ".", child.group()));
                } else if (child.name() == null) {
                    found.add(new Reference(step.name(), path + ".workflow", child));
                }
                for (int i = 0; child.name() != null && i < child.names().size(); i++) {
                    Task.Child one = child.named(child.names().get(i));
                    found.add(new Reference(step.name(), path + ".oneOf[" + i + "]", one));
                }
            }
        }
        return found;
    }

    /**
     * The references of a workflow that are neither deployed nor in the given definitions.
     *
     * @param together the definitions that are deployed or checked together, in any order, including this one
     * @param deployed whether the store has the workflow that a step starts
     */
    public static List<Reference> missing(
            Definition workflow, Collection<Definition> together, Predicate<Task.Child> deployed) {
        return of(workflow).stream()
                .filter(reference -> together.stream().noneMatch(other -> reference.isOf(other.name(), other.version()))
                        && !deployed.test(reference.child()))
                .toList();
    }

    static String listed(Collection<Reference> references) {
        return references.stream().map(Reference::wanted).distinct().collect(Collectors.joining(", "));
    }
}
