package dev.reeve.workflow;

import dev.reeve.Json;
import dev.reeve.internal.provider.Providers;
import dev.reeve.internal.values.Limits;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A definition: a named, versioned graph of steps. It is read from YAML or JSON, or built with {@link #named}. Both
 * check it completely, so every instance is valid. Immutable and thread-safe.
 *
 * <pre>{@code
 * Workflow fromFile = Workflow.load(Path.of("order_fulfilment.yaml"));
 * Workflow built = Workflow.named("buy")
 *         .step("reserve", s -> s.action("stock.reserve").compensate("stock.release"))
 *         .step("charge", s -> s.action("card.charge").after("reserve"))
 *         .build();
 * }</pre>
 *
 * <p>Implemented by Reeve only.
 */
public interface Workflow {

    /** Returns a builder for a workflow. */
    static WorkflowBuilder named(String name) {
        return new WorkflowBuilder(name);
    }

    /**
     * Reads a definition from a file. The ending of its name sets the format, as for {@link #parse(String, String)}.
     *
     * @throws InvalidWorkflowException with all problems, if any were found
     * @throws UncheckedIOException if the file cannot be read
     */
    static Workflow load(Path file) {
        return load(file, Limits.DEFAULT.definitionBytes());
    }

    /**
     * Like {@link #load(Path)}, with another limit than 1 MiB.
     *
     * @param bytesMax as for {@link #parse(String, String, int)}
     */
    static Workflow load(Path file, int bytesMax) {
        return Providers.workflow().load(file, bytesMax);
    }

    /**
     * Reads a definition from the class path, such as one packaged with your program.
     *
     * <pre>{@code
     * reeve.deploy(Workflow.load(Shop.class, "order_fulfilment.yaml")); // beside Shop.class
     * reeve.deploy(Workflow.load(Shop.class, "/workflows/order_fulfilment.yaml"));
     * }</pre>
     *
     * @param beside the class whose {@link Class#getResource} finds the resource
     * @param resource the name, relative to the class's package, or to the root if it begins with a slash
     * @throws InvalidWorkflowException with all problems, if any were found
     * @throws UncheckedIOException if the resource does not exist or cannot be read
     */
    static Workflow load(Class<?> beside, String resource) {
        return Providers.workflow().load(beside, resource);
    }

    /**
     * Reads a definition: JSON if it begins with <code>{</code>, otherwise YAML.
     *
     * @throws InvalidWorkflowException with all problems, if any were found
     */
    static Workflow parse(String yamlOrJson) {
        return parse(yamlOrJson, "the definition");
    }

    /**
     * Reads a definition.
     *
     * @param sourceName for messages, such as the name of a file. The endings {@code .json}, {@code .yaml} and
     *     {@code .yml} set the format; otherwise a text that begins with <code>{</code> is JSON
     * @throws InvalidWorkflowException with all problems, if any were found
     */
    static Workflow parse(String yamlOrJson, String sourceName) {
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
    static Workflow parse(String yamlOrJson, String sourceName, int bytesMax) {
        return Providers.workflow().parse(yamlOrJson, sourceName, bytesMax);
    }

    /**
     * Checks a definition, and returns all of its problems: the errors, because of which {@link #parse} refuses it, and
     * the warnings, with which it is accepted.
     *
     * <pre>{@code
     * assertThat(Workflow.validate(Files.readString(file), file.toString())).isEmpty();
     * }</pre>
     *
     * @param sourceName as for {@link #parse(String, String)}
     * @return in the order of the text; at most a thousand of each severity
     */
    static List<Problem> validate(String yamlOrJson, String sourceName) {
        return Providers.workflow().validate(yamlOrJson, sourceName);
    }

    /** The name, by which executions are started. */
    String name();

    /** The version. A definition without one has version 1. */
    int version();

    /** The description for people; empty if none was given. */
    String description();

    /** Returns the definition as compact JSON, without default values. Equal workflows give the same text. */
    Json toJson();

    /**
     * Returns the definition as YAML for people, without default values. Any {@link #parse} that accepted this workflow
     * accepts the text.
     */
    String toYaml();
}
