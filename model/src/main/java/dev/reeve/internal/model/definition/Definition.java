package dev.reeve.internal.model.definition;

import dev.reeve.Json;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.internal.values.JsonWriter;
import dev.reeve.internal.values.Limits;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A definition: a named, versioned graph of steps. Immutable once deployed.
 *
 * <p>Reading the text of a definition gives an equal definition.
 *
 * @param name identifies the workflow; {@code [a-z][a-z0-9_]*}
 * @param version from 1; an execution stays on the version it started with
 * @param description for people; empty if none was given
 * @param completeBy timeout of an execution, after which it is undone; null for no limit, or if it is an expression
 * @param input the JSON Schema of a start's input; null accepts any JSON
 * @param execution settings of every execution, unless its start overrides them
 * @param steps the graph, in the order in which the author wrote it; at least one
 * @param finallySteps run once the outcome is known, with any outcome; never compensated
 * @param output computed when all steps are settled; null gives the object of all completed steps' outputs
 * @param schedule the times at which it starts by itself; null if it does not
 */
public record Definition(
        String name,
        int version,
        String description,
        @Nullable Duration completeBy,
        @Nullable JsonSchema input,
        ExecutionDefaults execution,
        List<Step> steps,
        List<Step> finallySteps,
        @Nullable Template output,
        @Nullable OwnSchedule schedule)
        implements Workflow {

    /** The highest version. */
    public static final int VERSION_MAX = 1_000_000_000;

    public Definition {
        steps = List.copyOf(steps);
        finallySteps = List.copyOf(finallySteps);
    }

    /**
     * The least format that a release must know to understand this definition, one of {@link DefinitionFormat}. The
     * store requires it before the definition is stored.
     */
    public int format() {
        return Stream.concat(steps.stream(), finallySteps.stream())
                .mapToInt(Step::format)
                .reduce(
                        DefinitionFormat.languageIf(execution.completeBy() != null || schedule != null || usesErrors()),
                        Math::max);
    }

    /**
     * Whether expressions read the errors of steps, or the code of an error decides what follows it (ADR 64), in this
     * definition or one of its groups.
     */
    public boolean usesErrors() {
        return readsErrors() || Groups.of(this).anyMatch(Definition::readsErrors);
    }

    private boolean readsErrors() {
        return ErrorReads.in(output)
                || Stream.concat(steps.stream(), finallySteps.stream())
                        .anyMatch(step -> step.task().hasCodes() || ErrorReads.in(step));
    }

    /** Whether agents store outputs of some steps in their own transactions, groups included. */
    public boolean isTransactional() {
        return Groups.steps(this)
                .anyMatch(step -> step.task() instanceof Task.Action action && action.isTransactional());
    }

    /** A workflow without a schedule. */
    public Definition(
            String name,
            int version,
            String description,
            @Nullable Duration completeBy,
            @Nullable JsonSchema input,
            ExecutionDefaults execution,
            List<Step> steps,
            List<Step> finallySteps,
            @Nullable Template output) {
        this(name, version, description, completeBy, input, execution, steps, finallySteps, output, null);
    }

    /** A workflow with the default settings of executions. */
    public Definition(
            String name,
            int version,
            String description,
            @Nullable Duration completeBy,
            @Nullable JsonSchema input,
            List<Step> steps,
            List<Step> finallySteps,
            @Nullable Template output) {
        this(name, version, description, completeBy, input, ExecutionDefaults.NONE, steps, finallySteps, output);
    }

    /** The same definition, and its groups, with another version. */
    public Definition withVersion(int other) {
        return named(name, other);
    }

    private Definition named(String newName, int newVersion) {
        return new Definition(
                newName,
                newVersion,
                description,
                completeBy,
                input,
                execution,
                named(steps, newName, newVersion),
                named(finallySteps, newName, newVersion),
                output,
                schedule);
    }

    private static List<Step> named(List<Step> steps, String workflow, int version) {
        return steps.stream()
                .map(step -> step.task() instanceof Task.Child child && child.group() != null
                        ? step.doing(child.of(child.group().named(Groups.name(workflow, step.name()), version)))
                        : step)
                .toList();
    }

    /** Returns the definition as compact JSON, without default values. Equal workflows give the same text. */
    @Override
    public Json toJson() {
        return new Json(new JsonWriter(Limits.DEFAULT.definitionBytesMax())
                .value(tree())
                .finish("workflow " + name));
    }

    /**
     * Returns the definition as YAML for people, without default values. A reader that accepted this definition
     * accepts the text, too.
     */
    @Override
    public String toYaml() {
        return YamlWriter.write(tree());
    }

    /** The data of the definition's text, without default values. */
    private Map<String, @Nullable Object> tree() {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("workflow", name);
        tree.put("version", version);
        if (!description.isEmpty()) {
            tree.put("description", description);
        }
        StepTree.putDuration(tree, "completeBy", completeBy);
        if (execution.completeBy() != null) {
            tree.put("completeBy", execution.completeBy().toString());
        }
        putExecution(tree);
        if (schedule != null) {
            tree.put("schedule", schedule.tree());
        }
        StepTree.putSchema(tree, "input", input);
        tree.put("steps", StepTree.of(steps, StepDefaults.STEP));
        if (!finallySteps.isEmpty()) {
            tree.put("finally", StepTree.of(finallySteps, StepDefaults.FINALLY));
        }
        StepTree.putTemplate(tree, "output", output);
        return tree;
    }

    private void putExecution(Map<String, @Nullable Object> tree) {
        if (execution.priority() != 0) {
            tree.put("priority", execution.priority());
        }
        if (!execution.labels().isEmpty()) {
            Map<String, @Nullable Object> labels = new LinkedHashMap<>();
            execution
                    .labels()
                    .forEach((label, value) -> labels.put(label, value.source().value()));
            tree.put("labels", labels);
        }
        StepTree.putDuration(tree, "retention", execution.retention());
        StepTree.putTemplate(tree, "replyTo", execution.replyTo());
    }
}
