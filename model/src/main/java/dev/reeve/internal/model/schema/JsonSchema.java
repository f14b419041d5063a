package dev.reeve.internal.model.schema;

import dev.reeve.Json;
import dev.reeve.workflow.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A JSON Schema (2020-12) for data: the input of a start, the output of a step, or the data of a signal.
 *
 * <p>Immutable and thread-safe. Compiled on first use; the compiled form is kept. Two schemas are equal if their JSON
 * is equal.
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
     * Creates a schema without checking it.
     *
     * @param schema the schema as JSON
     */
    public JsonSchema(Json schema) {
        this.schema = Json.of(schema.value());
    }

    /** The schema as compact JSON. */
    public Json schema() {
        return schema;
    }

    /**
     * Checks a value and returns its problems; empty if the value is valid.
     *
     * @param name the start of each problem's path, such as {@code input}
     * @throws IllegalStateException if this is not a valid schema, which reading the definition would have refused
     */
    public List<Problem> check(String name, Json value) {
        return program().check(name, value);
    }

    /** Checks the schema itself; empty if it is valid. Paths begin with a dot or a bracket. */
    public List<Problem> problems() {
        return SchemaProgram.problems(schema);
    }

    private SchemaProgram program() {
        SchemaProgram compiled = program;
        if (compiled == null) {
            // two threads may both compile it; the results are equivalent
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
