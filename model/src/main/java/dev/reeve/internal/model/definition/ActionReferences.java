package dev.reeve.internal.model.definition;

import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the actions that steps call. */
public final class ActionReferences {

    private ActionReferences() {}

    /** All actions, probes and compensations, those of groups last, with all names of computed ones. */
    public static Set<String> of(Definition workflow) {
        Set<String> actions = new LinkedHashSet<>();
        Groups.steps(workflow)
                .map(Step::task)
                .filter(Task.Action.class::isInstance)
                .map(Task.Action.class::cast)
                .flatMap(task -> Stream.of(task.call(), task.probe(), task.compensate()))
                .filter(Objects::nonNull)
                .map(ActionCall::names)
                .forEach(actions::addAll);
        return actions;
    }
}
