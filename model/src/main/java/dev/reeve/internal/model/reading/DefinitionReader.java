package dev.reeve.internal.model.reading;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.ComputedTimes;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.ExecutionDefaults;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.StepDefaults;
import dev.reeve.internal.model.document.DataReader;
import dev.reeve.internal.model.document.DocumentBuilder;
import dev.reeve.internal.model.document.DocumentException;
import dev.reeve.internal.model.document.DocumentNode;
import dev.reeve.internal.model.document.DocumentReader;
import dev.reeve.internal.model.document.JsonReader;
import dev.reeve.internal.model.document.Problems;
import dev.reeve.internal.model.document.TextPlace;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.internal.model.validation.GraphCheck;
import dev.reeve.internal.values.Durations;
import dev.reeve.internal.values.Limits;
import dev.reeve.internal.values.Utf8;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.Problem;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a definition, from text or from the builder's data. Finds all problems before throwing.
 *
 * <pre>{@code
 * Definition definition = DefinitionReader.parse(yaml);
 * Definition same = DefinitionReader.restore(definition.toJson());
 * }</pre>
 */
public final class DefinitionReader {

    static final Set<String> KEYS = Fields.keys(
            "workflow",
            "version",
            "description",
            "completeBy",
            "priority",
            "labels",
            "retention",
            "replyTo",
            "schedule",
            "input",
            "steps",
            "finally",
            "output");

    static final int DESCRIPTION_LENGTH_MAX = 10_000;

    /** An approximation of RFC 3986; the rest is left to the code that uses the URI. */
    private static final Pattern WHOLE_URI = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:[!-~]+");

    /** URI schemes that reach only the machine itself, or nothing. */
    private static final Set<String> NO_RECEIVERS = Set.of("file", "jar", "jrt", "data", "javascript", "about", "blob");

    private static final Pattern WITH_USER = Pattern.compile("^[^:/?#]+://[^/?#]*@");

    private final Problems problems;
    private final SchemaReader schemas;

    private DefinitionReader(boolean checked) {
        this.problems = new Problems(checked);
        this.schemas = new SchemaReader(problems, checked);
    }

    /** The definition behind a workflow. One of another implementation is read from its JSON. */
    public static Definition of(Workflow workflow) {
        return workflow instanceof Definition definition
                ? definition
                : parse(workflow.toJson().text(), "workflow " + workflow.name(), Limits.DEFAULT.definitionBytesMax());
    }

    /**
     * Reads a definition: JSON if it begins with <code>{</code>, otherwise YAML.
     *
     * @throws InvalidWorkflowException with all problems, if any were found
     */
    public static Definition parse(String yamlOrJson) {
        return parse(yamlOrJson, "the definition");
    }

    /**
     * Reads a definition.
     *
     * @param sourceName for messages, such as the name of a file. The endings {@code .json}, {@code .yaml} and
     *     {@code .yml} set the format; otherwise a text that begins with <code>{</code> is JSON
     * @throws InvalidWorkflowException with all problems, if any were found
     */
    static Definition parse(String yamlOrJson, String sourceName) {
        return parse(yamlOrJson, sourceName, Limits.DEFAULT.definitionBytes());
    }

    /**
     * Like {@link #parse(String, String)}, with another limit than 1 MiB. A definition that was read can be deployed
     * regardless of its size.
     *
     * @param bytesMax maximum size of the definition in UTF-8, as the compact JSON of {@link Definition#toJson}; from 1
     *     to 16 MiB. The text, with its comments and spaces, may be eight times as long. The definition is kept in
     *     memory while its executions run, so a larger one leaves less room for others
     * @throws InvalidWorkflowException with all problems, if any were found
     */
    static Definition parse(String text, String sourceName, int bytesMax) {
        if (bytesMax < 1 || bytesMax > Limits.DEFAULT.definitionBytesMax()) {
            throw new IllegalArgumentException(
                    "bytesMax: expected 1 to %,d, found %,d".formatted(Limits.DEFAULT.definitionBytesMax(), bytesMax));
        }
        return new DefinitionReader(false).text(text, sourceName, bytesMax);
    }

    private Definition text(String text, String sourceName, int bytesMax) {
        Definition workflow = read(document -> DocumentReader.read(text, sourceName, bytesMax, document), sourceName);
        // compact JSON is seldom longer than the text, and never by this factor
        if (text.length() > bytesMax / DocumentReader.TEXT_PER_DEFINITION) {
            checkSize(workflow, sourceName, bytesMax);
        }
        return workflow;
    }

    private static void checkSize(Definition workflow, String sourceName, int bytesMax) {
        long bytes = Utf8.length(workflow.toJson().text());
        if (bytes > bytesMax) {
            throw new InvalidWorkflowException(
                    sourceName,
                    List.of(Problem.at(
                            "",
                            "workflow %s has %,d bytes as compact JSON, and the limit is %,d"
                                    .formatted(workflow.name(), bytes, bytesMax),
                            DocumentReader.SMALLER)));
        }
    }

    /** Reads a definition, and finds its warnings too. Never throws {@link InvalidWorkflowException}. */
    static CheckedDefinition check(String text, String sourceName) {
        DefinitionReader reader = new DefinitionReader(false);
        int bytesMax = Limits.DEFAULT.definitionBytes();
        try {
            Definition workflow = reader.text(text, sourceName, bytesMax);
            return new CheckedDefinition(workflow, reader.problems.warnings());
        } catch (InvalidWorkflowException e) {
            return new CheckedDefinition(null, e.problems());
        }
    }

    /** Whether a definition has the form that the JSON Schema for editors describes. Does not consider its meaning. */
    static boolean isWellFormed(String text) {
        DefinitionReader reader = new DefinitionReader(false);
        try {
            reader.read(document -> DocumentReader.read(text, "", Limits.DEFAULT.definitionBytes(), document), "");
            return true;
        } catch (InvalidWorkflowException e) {
            return reader.problems.isWellFormed();
        }
    }

    /**
     * Reads the result of {@link Definition#toJson()} of a checked workflow. Like {@link #parse(String)}, but does not
     * check the input's schema again, which saves half a second of start-up.
     *
     * @throws InvalidWorkflowException if the text is not such a result
     */
    public static Definition restore(Json json) {
        String name = "stored definition.json";
        return new DefinitionReader(true)
                .read(
                        document ->
                                DocumentReader.read(json.text(), name, Limits.DEFAULT.definitionBytesMax(), document),
                        name);
    }

    /**
     * Reads the retention from the result of {@link Definition#toJson()}; null if it sets none. Looks only at the
     * beginning of the text, and does not read the steps.
     */
    public static @Nullable Duration retentionOf(Json json) {
        return JsonReader.text(json, "retention", "steps").map(Durations::parse).orElse(null);
    }

    /**
     * @param tree the data of a definition's text
     * @param found problems that are known already
     * @param bytesMax maximum size as compact JSON
     * @throws InvalidWorkflowException with all problems
     */
    static Definition read(Map<String, @Nullable Object> tree, List<Problem> found, String sourceName, int bytesMax) {
        DefinitionReader reader = new DefinitionReader(false);
        reader.problems.addAll(found);
        Definition workflow = reader.read(document -> DataReader.of(tree, document), sourceName);
        checkSize(workflow, sourceName, bytesMax);
        return workflow;
    }

    private interface Source {
        DocumentNode read(DocumentBuilder document) throws DocumentException;
    }

    private Definition read(Source source, String sourceName) {
        DocumentBuilder document = new DocumentBuilder();
        try {
            DocumentNode root = source.read(document);
            problems.addAll(document.problems());
            return workflow(root, sourceName);
        } catch (DocumentException e) {
            problems.addAll(document.problems());
            problems.addAll(List.of(e.problem()));
            problems.throwIfAny(sourceName);
            throw new IllegalStateException("a problem was just added", e);
        }
    }

    private Definition workflow(DocumentNode root, String sourceName) {
        problems.remember(root);
        if (!(root instanceof DocumentNode.Mapping mapping)) {
            problems.add(
                    root.place(),
                    "expected a workflow, found %s".formatted(root.describe()),
                    "It begins with workflow: name");
            problems.throwIfAny(sourceName);
            throw new IllegalStateException("a problem was just added");
        }
        Definition workflow = workflow(mapping);
        GraphCheck.check(workflow, problems);
        problems.throwIfAny(sourceName);
        return workflow;
    }

    private Definition workflow(DocumentNode.Mapping mapping) {
        Fields fields = Fields.of(mapping, problems, KEYS);
        if (!fields.has("workflow")) {
            problems.missing(fields.place(), "workflow", "the workflow has no name", "Add 'workflow: name'");
        }
        String name = fields.name("workflow", "the name of the workflow");
        int version = fields.integer("version", 1, Definition.VERSION_MAX, 1);
        String description = fields.text("description", "text");
        if (description != null && description.length() > DESCRIPTION_LENGTH_MAX) {
            problems.add(
                    fields.place("description"),
                    "the description has %,d characters, and the limit is %,d"
                            .formatted(description.length(), DESCRIPTION_LENGTH_MAX),
                    "");
        }
        TimeReader times = new TimeReader("");
        Duration completeBy = times.duration(fields, "completeBy", Fields.DURATION_MIN);
        JsonSchema input = schemas.within(fields, "input");
        GroupReader groups = new GroupReader(problems, schemas, name == null ? "" : name, version);
        List<Step> steps = steps(fields, groups);
        List<Step> finallySteps = finallySteps(fields, groups);
        Template output = fields.template("output");
        return new Definition(
                name == null ? "" : name,
                version,
                description == null ? "" : description,
                completeBy,
                input,
                execution(fields, times),
                steps,
                finallySteps,
                output,
                new ScheduleReader(problems).read(fields, input, name));
    }

    private List<Step> steps(Fields fields, GroupReader groups) {
        DocumentNode.Mapping mapping = fields.object("steps", "the steps by name");
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
        return new StepReader(problems, StepDefaults.STEP, schemas, groups).readAll(mapping);
    }

    private List<Step> finallySteps(Fields fields, GroupReader groups) {
        DocumentNode.Mapping mapping = fields.object("finally", "the steps by name");
        return mapping == null
                ? List.of()
                : new StepReader(problems, StepDefaults.FINALLY, schemas, groups).readAll(mapping);
    }

    private ExecutionDefaults execution(Fields fields, TimeReader times) {
        return new ExecutionDefaults(
                CallReader.priority(fields),
                labels(fields),
                fields.duration("retention", Fields.DURATION_MIN),
                replyTo(fields),
                times.times().at(ComputedTimes.COMPLETE_BY));
    }

    private Map<String, Template> labels(Fields outer) {
        DocumentNode.Mapping mapping =
                outer.object("labels", "texts by name, such as { customer: \"${ input.customer }\" }");
        if (mapping == null) {
            return Map.of();
        }
        Limits limits = Limits.DEFAULT;
        if (mapping.members().size() > limits.labels()) {
            problems.add(
                    mapping.place(),
                    "there are %d labels, and the limit is %d"
                            .formatted(mapping.members().size(), limits.labels()),
                    "");
        }
        Fields fields = Fields.of(mapping, problems, mapping.members().keySet());
        Map<String, Template> labels = new LinkedHashMap<>();
        mapping.members().forEach((name, member) -> {
            if (name.isEmpty() || name.length() > limits.labelLength()) {
                problems.add(
                        member.key(),
                        "the name of a label has 1 to %d characters".formatted(limits.labelLength()),
                        "Choose another");
            }
            Template value = fields.textTemplate(name);
            if (value != null) {
                labels.put(name, value);
            }
        });
        return labels;
    }

    /** Literal text is checked at once; the value of an expression is checked at the start of an execution. */
    private @Nullable Template replyTo(Fields fields) {
        Template replyTo = fields.textTemplate("replyTo");
        if (replyTo == null || problems.isChecked()) {
            return replyTo; // what an older release accepted stays readable
        }
        TextPlace place = fields.place("replyTo");
        String text = String.valueOf(fields.text("replyTo", "text")).strip();
        boolean computed = !replyTo.expressions().isEmpty();
        String written = computed ? text.substring(0, text.indexOf("${")) : text;
        String scheme = written.substring(0, Math.max(0, written.indexOf(':'))).toLowerCase(Locale.ROOT);
        if (!computed && !WHOLE_URI.matcher(text).matches()) {
            problems.addOfMeaning(
                    place, "'%s' is not a whole URI".formatted(text), "For example https://example.org/orders");
        } else if (NO_RECEIVERS.contains(scheme)) {
            problems.addOfMeaning(
                    place,
                    "no channel sends messages to a URI that begins with %s:".formatted(scheme),
                    "For example https://example.org/orders");
        } else if (WITH_USER.matcher(written).find()) {
            problems.addOfMeaning(
                    place,
                    "the URI contains a user, who would be in every log and every message",
                    "Leave out what stands before the @; messages are signed, so that the receiver knows the sender");
        }
        return replyTo;
    }
}
