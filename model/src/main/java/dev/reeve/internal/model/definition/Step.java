package dev.reeve.internal.model.definition;

import dev.reeve.internal.model.expression.Expression;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.workflow.Join;
import dev.reeve.workflow.Others;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A node of the graph.
 *
 * @param name unique in its workflow; {@code [a-z][a-z0-9_]*}
 * @param after the steps that must be settled (completed, skipped, or failed with {@code continue}) before this one
 *     starts
 * @param join whether all of {@code after} must be settled, or how many are enough
 * @param when the step is skipped if this is false; null means always
 * @param forEach runs the step for each item of a list; null for once
 * @param repeat repeats the step, or each of its items, until a condition holds; null for once
 * @param pivot whether the execution only goes forward once this step has completed: nothing is undone after that
 * @param output the schema of the step's result, with {@code forEach} of each item's result; null accepts any JSON
 * @param task what the step does
 * @param times the durations that are expressions
 */
public record Step(
        String name,
        List<Predecessor> after,
        Join join,
        @Nullable Expression when,
        @Nullable ForEach forEach,
        @Nullable Repeat repeat,
        boolean pivot,
        @Nullable JsonSchema output,
        Task task,
        ComputedTimes times) {

    /** The name of the output of the round before, in the expressions of a step that repeats. */
    private static final String PREVIOUS = "previous";

    public Step {
        after = List.copyOf(after);
    }

    /** A step whose durations are literals. */
    public Step(
            String name,
            List<Predecessor> after,
            Join join,
            @Nullable Expression when,
            @Nullable ForEach forEach,
            @Nullable Repeat repeat,
            boolean pivot,
            @Nullable JsonSchema output,
            Task task) {
        this(name, after, join, when, forEach, repeat, pivot, output, task, ComputedTimes.NONE);
    }

    /** A step without iterations, pivot or output schema. */
    public Step(String name, List<Predecessor> after, Join join, @Nullable Expression when, Task task) {
        this(name, after, join, when, null, null, false, null, task);
    }

    /** The least format that a release must know to understand this step, one of {@link DefinitionFormat}. */
    int format() {
        int own = DefinitionFormat.languageIf(!times.isEmpty()
                || join.others() != Others.LEAVE
                || task.updateOn() != null
                || (repeat != null && hasNewLoop(repeat)));
        return Math.max(Math.max(own, task.format()), forEach == null ? DefinitionFormat.FIRST : forEach.format());
    }

    /** Whether a loop is one of child executions, or reads {@code previous}. */
    private boolean hasNewLoop(Repeat loop) {
        boolean isItem = forEach != null && forEach.as().equals(PREVIOUS);
        return task instanceof Task.Child
                || task instanceof Task.Await
                || (!isItem
                        && (loop.until().references().stream()
                                        .anyMatch(reference -> reference.root().equals(PREVIOUS))
                                || templates()
                                        .anyMatch(template -> template.names().contains(PREVIOUS))));
    }

    /** The templates of an action that are computed for each round. */
    private Stream<Template> templates() {
        return task instanceof Task.Action action
                ? Stream.of(
                                action.call().input(),
                                action.limit() == null ? null : action.limit().key(),
                                action.probe() == null ? null : action.probe().input(),
                                action.compensate() == null
                                        ? null
                                        : action.compensate().input())
                        .flatMap(Stream::ofNullable)
                : Stream.empty();
    }

    /** The same step with another task. */
    Step doing(Task other) {
        return new Step(name, after, join, when, forEach, repeat, pivot, output, other, times);
    }

    /** The distinct names of the steps in {@code after}, in their order. */
    public Set<String> predecessors() {
        Set<String> names = new LinkedHashSet<>();
        after.forEach(before -> names.add(before.step()));
        return names;
    }
}
