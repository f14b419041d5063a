package dev.reeve.internal.sensitive;

import dev.reeve.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The marks of a JSON Schema: its keyword {@code sensitive}, and {@code writeOnly}, which counts as the same. A value
 * is sensitive if a schema that could apply to it is marked. Whether it does apply is not decided, so no alternative
 * hides a mark. Thread-safe.
 */
public final class SensitiveSchema {

    private SensitiveSchema() {}

    /** The marked places in the values of a schema. */
    public static SensitivePlace of(Json schema) {
        return mayMark(schema.text()) ? of(schema.value()) : SensitivePlace.plain();
    }

    /** As above, for a schema as {@link Json#value} gives it; null is no schema. */
    public static SensitivePlace of(@Nullable Object schema) {
        SchemaNode node = schema instanceof Map<?, ?> members ? SchemaGraph.of(members) : null;
        return node == null ? SensitivePlace.plain() : new SchemaPlaces(node).root();
    }

    /** Whether a text contains a keyword that marks a field, also in escaped form. */
    static boolean mayMark(String text) {
        return text.contains("\\u") || SchemaGraph.MARKS.stream().anyMatch(text::contains);
    }

    /** The marks that are neither true nor false, by their paths, which begin with a dot. */
    public static Map<String, Object> wrongMarks(@Nullable Object schema) {
        Map<String, Object> wrong = new LinkedHashMap<>();
        if (schema instanceof Map<?, ?> members) {
            SchemaGraph.wrongMarks(members, wrong::put);
        }
        return wrong;
    }
}
