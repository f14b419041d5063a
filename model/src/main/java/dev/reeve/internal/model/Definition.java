package dev.reeve.internal.model;

import dev.reeve.Json;
import dev.reeve.internal.values.Durations;
import dev.reeve.internal.values.JsonWriter;
import dev.reeve.internal.values.Limits;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.Workflow;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A definition: a named, versioned graph of steps. Immutable once deployed.
 *
 * <p>A workflow can be read from YAML or JSON, built in Java, and written back. Reading it again gives an equal
 * workflow:
 *
 * <pre>{@code
 * Definition workflow = Definition.load(Path.of("order_fulfilment.yaml"));
 * Definition same = Definition.parse(workflow.toJson().text());
 * }</pre>
 *
 * @param name identifies the workflow; {@code [a-z][a-z0-9_]*}
 * @param version from 1; an execution stays on the version it started with
 * @param description for people; empty if none was given
 * @param completeBy timeout of an execution, after which it is undone; null for no limit
 * @param input the JSON Schema of a start's input; null accepts any JSON
 * @param execution settings of every execution, unless its start overrides them
 * @param steps the graph, in the order in which the author wrote it; at least one
 * @param finallySteps run once the outcome is known, with any outcome; never compensated
 * @param output computed when all steps are settled; null gives the object of all completed steps' outputs
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
        @Nullable Template output)
        implements Workflow {

    public Definition {
        steps = List.copyOf(steps);
        finallySteps = List.copyOf(finallySteps);
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

    /** The definition behind a workflow. One of another implementation is read from its JSON. */
    public static Definition of(Workflow workflow) {
        return workflow instanceof Definition definition
                ? definition
                : parse(workflow.toJson().text(), "workflow " + workflow.name(), Limits.DEFAULT.definitionBytesMax());
    }

    /**
     * Reads a definition from a file. The ending of its name sets the format, as for {@link #parse(String, String)}.
     *
     * @throws InvalidWorkflowException with all problems, if any were found
     * @throws UncheckedIOException if the file cannot be read
     */
    public static Definition load(Path file) {
        return load(file, Limits.DEFAULT.definitionBytes());
    }

    /**
     * Like {@link #load(Path)}.
     *
     * @param bytesMax as for {@link #parse(String, String, int)}
     */
    public static Definition load(Path file, int bytesMax) {
        try {
            long bytes = Files.size(file);
            if (bytes > DocumentReader.textBytesMax(bytesMax)) {
                throw new InvalidWorkflowException(file.toString(), List.of(DocumentReader.tooLong(bytes, bytesMax)));
            }
            return parse(read(file, DocumentReader.textBytesMax(bytesMax)), file.toString(), bytesMax);
        } catch (NoSuchFileException e) {
            throw new UncheckedIOException("there is no file " + file, e);
        } catch (CharacterCodingException e) {
            throw new UncheckedIOException(file + " is not text in UTF-8: save it as UTF-8", e);
        } catch (AccessDeniedException e) {
            throw new UncheckedIOException("%s may not be read by this process".formatted(file), e);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    Files.isDirectory(file)
                            ? "%s is a directory: name a file".formatted(file)
                            : "cannot read %s: %s".formatted(file, e.getMessage()),
                    e);
        }
    }

    /** Reads no more than the limit: devices and pipes do not know their size, and may be endless. */
    private static String read(Path file, int limit) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(limit + 1);
            if (bytes.length > limit) {
                throw new IOException("it has no end within %,d bytes, which is the limit".formatted(limit));
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        }
    }

    /**
     * Reads a definition from the class path, such as one packaged with your program.
     *
     * <pre>{@code
     * reeve.deploy(Definition.load(Shop.class, "order_fulfilment.yaml")); // beside Shop.class
     * reeve.deploy(Definition.load(Shop.class, "/workflows/order_fulfilment.yaml"));
     * }</pre>
     *
     * @param beside the class whose {@link Class#getResource} finds the resource
     * @param resource the name, relative to the class's package, or to the root if it begins with a slash
     * @throws InvalidWorkflowException with all problems, if any were found
     * @throws UncheckedIOException if the resource does not exist or cannot be read
     */
    public static Definition load(Class<?> beside, String resource) {
        String name = "class path resource " + resource;
        int max = DocumentReader.textBytesMax(Limits.DEFAULT.definitionBytes());
        try (InputStream in = beside.getResourceAsStream(resource)) {
            if (in == null) {
                throw new UncheckedIOException(
                        "there is no %s beside %s: a name from the root of the class path begins with a slash"
                                .formatted(name, beside.getName()),
                        new FileNotFoundException(resource));
            }
            byte[] bytes = in.readNBytes(max + 1);
            if (bytes.length > max) {
                throw new InvalidWorkflowException(
                        name, List.of(DocumentReader.tooLong(bytes.length, Limits.DEFAULT.definitionBytes())));
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            // the ending of the name gives the format
            return parse(text, name);
        } catch (CharacterCodingException e) {
            throw new UncheckedIOException(name + " is not text in UTF-8: save it as UTF-8", e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(name, e), e);
        }
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
    public static Definition parse(String yamlOrJson, String sourceName) {
        return parse(yamlOrJson, sourceName, Limits.DEFAULT.definitionBytes());
    }

    /**
     * Like {@link #parse(String, String)}, with another limit than 1 MiB. A definition that was read can be deployed
     * regardless of its size.
     *
     * @param bytesMax maximum size of the definition in UTF-8, as the compact JSON of {@link #toJson}; from 1 to 16
     *     MiB. The text, with its comments and spaces, may be eight times as long. The definition is kept in memory
     *     while its executions run, so a larger one leaves less room for others
     * @throws InvalidWorkflowException with all problems, if any were found
     */
    public static Definition parse(String yamlOrJson, String sourceName, int bytesMax) {
        return WorkflowReader.parse(yamlOrJson, sourceName, bytesMax);
    }

    /**
     * Reads the result of {@link #toJson()} of a checked workflow. Like {@link #parse(String)}, but does not check the
     * input's schema again, which saves half a second of start-up.
     *
     * @throws InvalidWorkflowException if the text is not such a result
     */
    public static Definition restore(Json json) {
        return WorkflowReader.restore(json.text());
    }

    /**
     * Reads the retention from the result of {@link #toJson()}; null if it sets none. Looks only at the beginning of
     * the text, and does not read the steps.
     */
    public static @Nullable Duration retentionOf(Json json) {
        return JsonReader.text(json, "retention", "steps").map(Durations::parse).orElse(null);
    }

    /**
     * Checks a workflow that was created with the constructor. A workflow that was read or built is checked already.
     *
     * @throws InvalidWorkflowException with all problems, if any were found
     */
    public void validate() {
        WorkflowReader.read(WorkflowTree.of(this), List.of(), "workflow " + name, Limits.DEFAULT.definitionBytesMax());
    }

    /** Returns the definition as compact JSON, without default values. Equal workflows give the same text. */
    @Override
    public Json toJson() {
        return new Json(new JsonWriter(Limits.DEFAULT.definitionBytesMax())
                .value(WorkflowTree.of(this))
                .finish("workflow " + name));
    }

    /**
     * Returns the definition as YAML for people, without default values. Any {@link #parse} that accepted this workflow
     * accepts the text.
     */
    @Override
    public String toYaml() {
        return YamlWriter.write(WorkflowTree.of(this));
    }
}
