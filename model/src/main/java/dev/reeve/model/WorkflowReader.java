package dev.reeve.model;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a definition, from text or from what the builder collected. All problems are found before any is thrown. */
final class WorkflowReader {

    static final Set<String> KEYS = StepReader.orderedSet(
            "workflow", "version", "description", "completeBy", "input", "steps", "finally", "output");

    static final int VERSION_MAX = 1_000_000_000;
    static final int DESCRIPTION_LENGTH_MAX = 10_000;

    private final Problems problems = new Problems();
    private final boolean schemaChecked;

    private WorkflowReader(boolean schemaChecked) {
        this.schemaChecked = schemaChecked;
    }

    /**
     * @throws InvalidWorkflowException with all problems
     */
    static Workflow parse(String text, String sourceName) {
        return new WorkflowReader(false).read(document -> DocumentReader.read(text, sourceName, document), sourceName);
    }

    /** Whether a definition has the form that the JSON Schema for editors describes, whatever it means. */
    static boolean isWellFormed(String text) {
        WorkflowReader reader = new WorkflowReader(false);
        try {
            reader.read(document -> DocumentReader.read(text, "", document), "");
            return true;
        } catch (InvalidWorkflowException e) {
            return reader.problems.isWellFormed();
        }
    }

    /**
     * @throws InvalidWorkflowException with all problems
     */
    static Workflow restore(String json) {
        String name = "stored definition.json";
        return new WorkflowReader(true).read(document -> DocumentReader.read(json, name, document), name);
    }

    /**
     * @param tree what the text of a definition would hold
     * @param found problems that are known already
     * @throws InvalidWorkflowException with all problems
     */
    static Workflow read(Map<String, @Nullable Object> tree, List<Problem> found, String sourceName) {
        WorkflowReader reader = new WorkflowReader(false);
        reader.problems.addAll(found);
        Workflow workflow = reader.read(document -> NodeTree.of(tree, document), sourceName);
        try {
            workflow.toJson();
        } catch (InvalidInputException e) {
            throw new InvalidWorkflowException(
                    sourceName,
                    List.of(Problem.at(
                            "",
                            "the definition is too large: the limit is %,d bytes"
                                    .formatted(Limits.DEFAULT.definitionBytes()),
                            "Split it into several workflows")));
        }
        return workflow;
    }

    private interface Source {
        Node read(DocumentBuilder document) throws DocumentException;
    }

    private Workflow read(Source source, String sourceName) {
        DocumentBuilder document = new DocumentBuilder();
        try {
            Node root = source.read(document);
            problems.addAll(document.problems());
            return workflow(root, sourceName);
        } catch (DocumentException e) {
            problems.addAll(document.problems());
            problems.addAll(List.of(e.problem()));
            problems.throwIfAny(sourceName);
            throw new IllegalStateException("a problem was just added", e);
        }
    }

    private Workflow workflow(Node root, String sourceName) {
        problems.remember(root);
        if (!(root instanceof Node.Mapping mapping)) {
            problems.add(
                    root.place(),
                    "expected a workflow, found %s".formatted(root.describe()),
                    "It begins with workflow: name");
            problems.throwIfAny(sourceName);
            throw new IllegalStateException("a problem was just added");
        }
        Workflow workflow = workflow(mapping);
        GraphCheck.check(workflow, problems);
        problems.throwIfAny(sourceName);
        return workflow;
    }

    private Workflow workflow(Node.Mapping mapping) {
        Fields fields = Fields.of(mapping, problems, KEYS, Set.of());
        if (!fields.has("workflow")) {
            problems.missing(fields.place(), "workflow", "the workflow has no name", "Add 'workflow: name'");
        }
        String name = fields.name("workflow", "the name of the workflow");
        int version = fields.integer("version", 1, VERSION_MAX, 1);
        String description = fields.text("description", "text");
        if (description != null && description.length() > DESCRIPTION_LENGTH_MAX) {
            problems.add(
                    fields.place("description"),
                    "the description has %,d characters, and the limit is %,d"
                            .formatted(description.length(), DESCRIPTION_LENGTH_MAX),
                    "");
        }
        Duration completeBy = fields.duration("completeBy", StepReader.DURATION_MIN);
        InputSchema input = input(fields);
        List<Step> steps = steps(fields);
        List<Step> finallySteps = finallySteps(fields);
        Template output = fields.template("output");
        return new Workflow(
                name == null ? "" : name,
                version,
                description == null ? "" : description,
                completeBy,
                input,
                steps,
                finallySteps,
                output);
    }

    private List<Step> steps(Fields fields) {
        Node.Mapping mapping = fields.object("steps", "the steps by name");
        if (mapping == null) {
            if (!fields.has("steps")) {
                problems.missing(
                        fields.place(), "steps", "the workflow has no steps", "Add 'steps' with at least one step");
            }
            return List.of();
        }
        if (mapping.members().isEmpty()) {
            problems.add(mapping.place(), "there is no step", "Add at least one");
        }
        return new StepReader(problems, StepDefaults.STEP).readAll(mapping);
    }

    private List<Step> finallySteps(Fields fields) {
        Node.Mapping mapping = fields.object("finally", "the steps by name");
        return mapping == null ? List.of() : new StepReader(problems, StepDefaults.FINALLY).readAll(mapping);
    }

    private @Nullable InputSchema input(Fields outer) {
        Node.Mapping mapping = outer.object("input", "an object such as { schema: { type: object } }");
        if (mapping == null) {
            return null;
        }
        Fields fields = Fields.of(mapping, problems, StepReader.orderedSet("schema"), Set.of());
        Node node = fields.get("schema");
        if (node == null) {
            if (!fields.has("schema")) {
                problems.missing(
                        mapping.place(), "schema", "'schema' is missing", "Add a JSON Schema, or remove 'input'");
            }
            return null;
        }
        if (!(node instanceof Node.Mapping)) {
            problems.unreadable(
                    node.place(),
                    "expected a JSON Schema, found %s".formatted(node.describe()),
                    "Write { type: object }");
            return null;
        }
        try {
            InputSchema schema = new InputSchema(JsonText.fromValue(node.value()));
            List<Problem> found = schemaChecked ? List.of() : schema.problems();
            for (Problem problem : found) {
                problems.addAt(node.place().path() + problem.path(), problem.message(), problem.suggestion());
            }
            return schema;
        } catch (InvalidInputException e) {
            problems.markUnreadable(node.place());
            // what no store can keep was reported where it was read
            if (!problems.has(node.place().path())) {
                problems.addOfMeaning(node.place(), String.valueOf(e.getMessage()), "");
            }
            return null;
        }
    }
}
