package dev.reeve.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A definition: a named, versioned graph of steps. Immutable once deployed.
 *
 * <p>Read from YAML or JSON, built in Java, and written back, always as an equal workflow:
 *
 * <pre>{@code
 * Workflow workflow = Workflow.load(Path.of("order_fulfilment.yaml"));
 * Workflow same = Workflow.parse(workflow.toJson().text());
 * }</pre>
 *
 * @param name identifies the workflow; {@code [a-z][a-z0-9_]*}
 * @param version from 1; an execution stays on the version it began with
 * @param description for people; empty if none was given
 * @param completeBy how long an execution may take before it is undone; null for no limit
 * @param input the JSON Schema that a start's input must satisfy; null accepts any JSON
 * @param execution what every execution has, unless its start says otherwise
 * @param steps the graph, in the order in which the author wrote it; at least one
 * @param finallySteps run once the outcome is known, whatever it is; never compensated
 * @param output computed when all steps are settled; null gives the object of all completed steps' outputs
 */
public record Workflow(
        String name,
        int version,
        String description,
        @Nullable Duration completeBy,
        @Nullable JsonSchema input,
        ExecutionDefaults execution,
        List<Step> steps,
        List<Step> finallySteps,
        @Nullable Template output) {

    public Workflow {
        steps = List.copyOf(steps);
        finallySteps = List.copyOf(finallySteps);
    }

    /** With nothing said of its executions. */
    public Workflow(
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

    /** Begins a workflow in Java. */
    public static WorkflowBuilder named(String name) {
        return new WorkflowBuilder(name);
    }

    /**
     * Reads a definition from a file: JSON if its name ends with {@code .json}, otherwise YAML.
     *
     * @throws InvalidWorkflowException with all problems, if there are any
     * @throws UncheckedIOException if the file cannot be read
     */
    public static Workflow load(Path file) {
        try {
            if (Files.size(file) > Limits.DEFAULT.definitionBytes()) {
                throw new InvalidWorkflowException(
                        file.toString(),
                        List.of(new Problem(
                                "",
                                1,
                                1,
                                "the file has %,d bytes, and the limit is %,d"
                                        .formatted(Files.size(file), Limits.DEFAULT.definitionBytes()),
                                "Split it into several workflows")));
            }
            return WorkflowReader.parse(Files.readString(file), file.toString());
        } catch (NoSuchFileException e) {
            throw new UncheckedIOException("there is no file " + file, e);
        } catch (CharacterCodingException e) {
            throw new UncheckedIOException(file + " is not text in UTF-8: save it as UTF-8", e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(file, e), e);
        }
    }

    /**
     * Reads a definition: JSON if it begins with <code>{</code>, otherwise YAML.
     *
     * @throws InvalidWorkflowException with all problems, if there are any
     */
    public static Workflow parse(String yamlOrJson) {
        return WorkflowReader.parse(yamlOrJson, "the definition");
    }

    /**
     * Reads a definition.
     *
     * @param sourceName for messages, such as the name of a file. If it ends with {@code .json}, {@code .yaml} or
     *     {@code .yml}, that is the format; otherwise a text that begins with <code>{</code> is JSON
     * @throws InvalidWorkflowException with all problems, if there are any
     */
    public static Workflow parse(String yamlOrJson, String sourceName) {
        return WorkflowReader.parse(yamlOrJson, sourceName);
    }

    /**
     * Reads back what {@link #toJson()} of a checked workflow gave. As {@link #parse(String)}, but the input's schema is
     * taken as checked, which saves half a second of start-up.
     *
     * @throws InvalidWorkflowException if it is no such text after all
     */
    public static Workflow restore(Json json) {
        return WorkflowReader.restore(json.text());
    }

    /**
     * Checks a workflow that was made by the constructor. One that was read or built has been checked.
     *
     * @throws InvalidWorkflowException with all problems, if there are any
     */
    public void validate() {
        WorkflowReader.read(WorkflowTree.of(this), List.of(), "workflow " + name);
    }

    /** The definition as compact JSON, without what is the default. The same workflow always gives the same text. */
    public Json toJson() {
        return new JsonWriter().value(WorkflowTree.of(this)).finish("the definition");
    }

    /** The definition as YAML for people, without what is the default. */
    public String toYaml() {
        return YamlWriter.write(WorkflowTree.of(this));
    }
}
