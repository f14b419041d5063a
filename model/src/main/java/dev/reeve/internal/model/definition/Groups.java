package dev.reeve.internal.model.definition;

import java.util.List;
import java.util.stream.Stream;

/**
 * Finds the groups of definitions: steps that have steps. A group is a workflow of its own inside the definition, with
 * a name made of those of the workflow and the step, such as {@code order.ship}, and the version of the workflow. It is
 * deployed, moved and removed with the definition (ADR 66).
 *
 * <p>A group within a group is called {@code order.ship.arrive}. No workflow of a user has a dot in its name.
 */
public final class Groups {

    /** Maximum nesting of groups in one definition. */
    public static final int DEPTH_MAX = 5;

    /** Maximum number of groups in one definition. */
    public static final int COUNT_MAX = 1_000;

    private static final char DOT = '.';

    private Groups() {}

    /** All groups of a workflow, also those within groups, each after the one that it is in. */
    public static Stream<Definition> of(Definition workflow) {
        return within(workflow).flatMap(group -> Stream.concat(Stream.of(group), of(group)));
    }

    /** The groups of a workflow, without those within groups. */
    public static Stream<Definition> within(Definition workflow) {
        return Stream.of(workflow.steps(), workflow.finallySteps())
                .flatMap(List::stream)
                .flatMap(step -> step.task() instanceof Task.Child child && child.group() != null
                        ? Stream.of(child.group())
                        : Stream.empty());
    }

    /** The steps of a workflow, and those of all its groups. */
    public static Stream<Step> steps(Definition workflow) {
        return Stream.concat(own(workflow), of(workflow).flatMap(Groups::own));
    }

    private static Stream<Step> own(Definition workflow) {
        return Stream.concat(workflow.steps().stream(), workflow.finallySteps().stream());
    }

    /** The name of the group that a step is. */
    public static String name(String workflow, String step) {
        return workflow + DOT + step;
    }

    /** Whether a workflow of this name is a group. */
    public static boolean isGroup(String workflow) {
        return workflow.indexOf(DOT) >= 0;
    }

    /** The name of the workflow that is deployed: that of a group is the one that the group belongs to. */
    public static String deployed(String workflow) {
        int dot = workflow.indexOf(DOT);
        return dot < 0 ? workflow : workflow.substring(0, dot);
    }
}
