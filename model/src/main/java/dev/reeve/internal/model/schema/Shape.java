package dev.reeve.internal.model.schema;

import dev.reeve.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The members of a value, as a JSON Schema describes them. Follows {@code properties}, {@code items}, {@code $ref}
 * within the schema and {@code additionalProperties}. Wherever other keywords decide, nothing is known.
 *
 * <p>A list has the shape of its elements, because expressions map over lists.
 */
public final class Shape {

    /** Nothing is known: any member may exist. */
    public static final Shape UNKNOWN = new Shape(Json.NULL, Map.of(), false);

    private static final Shape MISSING = new Shape(Json.NULL, Map.of(), true);

    private static final int REFERENCES_MAX = 16;

    /** Keywords by which a member may exist although {@code properties} does not name it. */
    private static final Set<String> OTHERS = Set.of(
            "allOf",
            "anyOf",
            "oneOf",
            "not",
            "if",
            "then",
            "else",
            "dependentSchemas",
            "patternProperties",
            "unevaluatedProperties",
            "prefixItems",
            "$dynamicRef",
            "$id");

    private final Json root;
    private final Map<?, ?> node;
    private final boolean missing;

    private Shape(Json root, Map<?, ?> node, boolean missing) {
        this.root = root;
        this.node = node;
        this.missing = missing;
    }

    /** The shape of a schema's values; unknown without a schema. */
    public static Shape of(@Nullable JsonSchema schema) {
        return schema == null
                ? UNKNOWN
                : UNKNOWN.inner(schema.schema(), schema.schema().value());
    }

    private Shape inner(Json of, @Nullable Object value) {
        Object inner = value;
        for (int i = 0; i < REFERENCES_MAX; i++) {
            if (!(inner instanceof Map<?, ?> map) || OTHERS.stream().anyMatch(map::containsKey)) {
                return UNKNOWN;
            }
            if (map.get("$ref") instanceof String reference) {
                inner = map.size() == 1 ? at(of, reference) : null;
            } else if ("array".equals(map.get("type"))) {
                inner = map.get("items");
            } else {
                return new Shape(of, map, false);
            }
        }
        return UNKNOWN;
    }

    /** The target of a reference such as {@code #/$defs/address}; null if it is not within the schema. */
    private static @Nullable Object at(Json root, String reference) {
        Object found = root.value();
        if (!reference.startsWith("#/") || reference.contains("~") || reference.contains("%")) {
            return null;
        }
        for (String part : reference.substring(2).split("/", -1)) {
            found = found instanceof Map<?, ?> map ? map.get(part) : null;
        }
        return found;
    }

    /** The shape of a member. */
    public Shape member(String name) {
        if (this == UNKNOWN || missing) {
            return UNKNOWN;
        }
        if (isScalar()) {
            return MISSING;
        }
        Map<?, ?> properties = properties();
        if (properties.containsKey(name)) {
            return Boolean.FALSE.equals(properties.get(name)) ? MISSING : inner(root, properties.get(name));
        }
        Object others = node.get("additionalProperties");
        if (others instanceof Map<?, ?>) {
            return inner(root, others);
        }
        return Boolean.FALSE.equals(others) || (!properties.isEmpty() && others == null) ? MISSING : UNKNOWN;
    }

    private Map<?, ?> properties() {
        return node.get("properties") instanceof Map<?, ?> properties ? properties : Map.of();
    }

    /** Whether the schema does not describe it. */
    public boolean isMissing() {
        return missing;
    }

    /** Whether the schema excludes members that it does not describe. */
    public boolean isClosed() {
        return isScalar() || Boolean.FALSE.equals(node.get("additionalProperties"));
    }

    /** Whether the value is neither an object nor a list. */
    public boolean isScalar() {
        return !types().isEmpty() && !types().contains("object") && !types().contains("array");
    }

    private List<String> types() {
        return switch (node.get("type")) {
            case String type -> List.of(type);
            case List<?> types -> types.stream().map(String::valueOf).toList();
            case null, default -> List.of();
        };
    }

    /** The type, for messages: {@code string}, or {@code string or null}. */
    public String type() {
        return "of type " + String.join(" or ", types());
    }

    /** The described members. */
    public Set<String> members() {
        Set<String> names = new LinkedHashSet<>();
        properties().keySet().forEach(name -> names.add(String.valueOf(name)));
        return names;
    }
}
