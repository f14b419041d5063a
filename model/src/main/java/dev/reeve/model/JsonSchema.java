package dev.reeve.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A JSON Schema (2020-12) that data must satisfy: the input of a start, the output of a step, the data of a signal.
 *
 * <p>Immutable and thread-safe. Compiled on first use and kept. Equal if the schema is.
 *
 * <pre>{@code
 * JsonSchema schema = new JsonSchema(new Json("{\"type\": \"object\", \"required\": [\"orderId\"]}"));
 * List<Problem> problems = schema.check("input", input);
 * }</pre>
 */
public final class JsonSchema {

    private final Json schema;
    private volatile @Nullable SchemaProgram program;

    /**
     * Keeps a schema; nothing is checked yet.
     *
     * @param schema the schema as JSON
     */
    public JsonSchema(Json schema) {
        this.schema = JsonText.fromValue(JsonText.toValue(schema));
    }

    /** The schema as JSON, compact. */
    public Json schema() {
        return schema;
    }

    /**
     * What is wrong with a value; empty if nothing is.
     *
     * @param name what paths begin with, such as {@code input}
     * @throws IllegalStateException if this is not a valid schema, which {@link Workflow#parse} would have refused
     */
    public List<Problem> check(String name, Json value) {
        return program().check(name, value);
    }

    /** What is wrong with the schema itself; empty if nothing is. Paths begin with a dot or a bracket. */
    List<Problem> problems() {
        return SchemaProgram.problems(schema);
    }

    private SchemaProgram program() {
        SchemaProgram compiled = program;
        if (compiled == null) {
            // two threads may both compile it: both results are the same
            compiled = new SchemaProgram(schema);
            program = compiled;
        }
        return compiled;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JsonSchema that && that.schema.equals(schema);
    }

    @Override
    public int hashCode() {
        return schema.hashCode();
    }

    @Override
    public String toString() {
        return schema.text();
    }
}
