package dev.reeve.internal.model.reading;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.ExecutionDefaults;
import dev.reeve.internal.model.definition.Groups;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.StepDefaults;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.document.DocumentNode;
import dev.reeve.internal.model.document.Problems;
import dev.reeve.internal.values.Limits;
import java.time.Duration;
import java.util.List;

/** Reads steps that have steps. Each is a workflow of its own, which is named after the step. */
final class GroupReader {

    private final Problems problems;
    private final SchemaReader schemas;
    private final String workflow;
    private final int version;
    private final int depth;

    /**
     * @param workflow the name of the workflow or the group that the steps are in; empty if it cannot be read
     * @param version the version of the workflow
     */
    GroupReader(Problems problems, SchemaReader schemas, String workflow, int version) {
        this(problems, schemas, workflow, version, 0);
    }

    private GroupReader(Problems problems, SchemaReader schemas, String workflow, int version, int depth) {
        this.problems = problems;
        this.schemas = schemas;
        this.workflow = workflow;
        this.version = version;
        this.depth = depth;
    }

    Task group(String step, Fields fields, StepDefaults defaults, TimeReader times) {
        String name = Groups.name(workflow, step);
        Definition group = new Definition(
                name,
                version,
                "",
                null,
                null,
                ExecutionDefaults.NONE,
                steps(name, fields),
                List.of(),
                fields.template("output"));
        Duration completeBy = times.duration(fields, "completeBy", Fields.DURATION_MIN);
        return new Task.Child(
                name,
                version,
                fields.template("input"),
                completeBy,
                new OnExhaustedReader(problems, defaults, false).read(fields),
                CallReader.priority(fields),
                null,
                group);
    }

    private List<Step> steps(String name, Fields fields) {
        DocumentNode.Mapping mapping = fields.object("steps", "the steps of the group by name");
        if (mapping == null) {
            return List.of();
        }
        if (depth == Groups.DEPTH_MAX) {
            problems.unreadableOfMeaning(
                    fields.keyPlace("steps"),
                    "groups are nested deeper than %d".formatted(Groups.DEPTH_MAX),
                    "Make a workflow of it, and start that with 'workflow'");
            return List.of();
        }
        if (name.length() > Limits.DEFAULT.nameLength()) {
            problems.addOfMeaning(
                    fields.keyPlace("steps"),
                    "the group is named '%s' with the names that it is in, and the limit is %d characters"
                            .formatted(name, Limits.DEFAULT.nameLength()),
                    "Choose shorter names");
        }
        if (mapping.members().isEmpty()) {
            problems.add(mapping.place(), "there is no step", "Add at least one");
        }
        GroupReader inner = new GroupReader(problems, schemas, name, version, depth + 1);
        return new StepReader(problems, StepDefaults.STEP, schemas, inner).readAll(mapping);
    }
}
