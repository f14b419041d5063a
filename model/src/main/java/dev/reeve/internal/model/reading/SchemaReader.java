package dev.reeve.internal.model.reading;

import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.internal.model.document.DocumentNode;
import dev.reeve.internal.model.document.Problems;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.workflow.Problem;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads JSON Schemas. */
final class SchemaReader {

    private static final Set<String> KEYS = Fields.keys("schema");

    private final Problems problems;
    private final boolean checked;

    /**
     * @param checked whether the schemas were checked before, which saves half a second of start-up
     */
    SchemaReader(Problems problems, boolean checked) {
        this.problems = problems;
        this.checked = checked;
    }

    /** Reads an object such as <code>{ schema: { type: object } }</code>. */
    @Nullable JsonSchema within(Fields outer, String key) {
        DocumentNode.Mapping mapping = outer.object(key, "an object such as { schema: { type: object } }");
        if (mapping == null) {
            return null;
        }
        Fields fields = Fields.of(mapping, problems, KEYS);
        if (!fields.has("schema")) {
            problems.missing(
                    mapping.place(),
                    "schema",
                    "'schema' is missing",
                    "Add a JSON Schema, or remove '%s'".formatted(key));
        }
        return schema(fields);
    }

    /** Reads the value of the key {@code schema}. */
    @Nullable JsonSchema schema(Fields fields) {
        DocumentNode node = fields.get("schema");
        if (node == null) {
            return null;
        }
        if (!(node instanceof DocumentNode.Mapping)) {
            problems.unreadable(
                    node.place(),
                    "expected a JSON Schema, found %s".formatted(node.describe()),
                    "Write { type: object }");
            return null;
        }
        try {
            JsonSchema schema = new JsonSchema(Json.of(node.value()));
            List<Problem> found = checked ? List.of() : schema.problems();
            for (Problem problem : found) {
                problems.addAt(node.place().path() + problem.path(), problem.message(), problem.suggestion());
            }
            return found.isEmpty() ? schema : null;
        } catch (InvalidInputException e) {
            problems.markUnreadable(node.place());
            // a value that no store can keep was reported when it was read
            if (!problems.has(node.place().path())) {
                problems.addOfMeaning(node.place(), String.valueOf(e.getMessage()), "");
            }
            return null;
        }
    }
}
