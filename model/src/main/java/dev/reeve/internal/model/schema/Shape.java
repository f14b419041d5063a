package dev.reeve.internal.model.schema;

import dev.reeve.Json;
import java.util.Collection;
import java.util.LinkedHashMap;
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
    public static final Shape UNKNOWN = new Shape(Json.NULL, Map.of(), false, false);

    private static final Shape MISSING = new Shape(Json.NULL, Map.of(), true, false);

    private static final int REFERENCES_MAX = 16;

    /** Marks the schema of what a definition puts together. */
    private static final String WRITTEN = "x-written";

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
    /** Whether the value is a list of values of this shape. */
    private final boolean list;

    private Shape(Json root, Map<?, ?> node, boolean missing, boolean list) {
        this.root = root;
        this.node = node;
        this.missing = missing;
        this.list = list;
    }

    /** The shape of a schema's values; unknown without a schema. */
    public static Shape of(@Nullable JsonSchema schema) {
        return schema == null
                ? UNKNOWN
                : UNKNOWN.inner(schema.schema(), schema.schema().value());
    }

    /**
     * The shape of what a template gives: objects have exactly the members that are written, and nothing is known of
     * the values of expressions, nor of what is nested deeply or follows many members.
     */
    public static Shape ofTemplate(Json source) {
        return written(new WrittenSchema().of(source.value()));
    }

    /** An object with exactly these members, of which nothing more is known. */
    public static Shape ofMembers(Collection<String> names) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        names.forEach(name -> members.put(name, true));
        return written(WrittenSchema.closed(members));
    }

    private static Shape written(Object schema) {
        Json root = schema instanceof Map<?, ?> map ? marked(map) : new Json("true");
        return UNKNOWN.inner(root, root.value());
    }

    private static Json marked(Map<?, ?> schema) {
        Map<String, @Nullable Object> marked = new LinkedHashMap<>();
        schema.forEach((key, value) -> marked.put(String.valueOf(key), value));
        marked.put(WRITTEN, true);
        return Json.of(marked);
    }

    /** Whether the definition itself puts the value together, so that no schema describes it. */
    public boolean isWritten() {
        return root.value() instanceof Map<?, ?> map && map.containsKey(WRITTEN);
    }

    private Shape inner(Json of, @Nullable Object value) {
        Object inner = value;
        boolean isList = list;
        for (int i = 0; i < REFERENCES_MAX; i++) {
            if (!(inner instanceof Map<?, ?> map) || OTHERS.stream().anyMatch(map::containsKey)) {
                return UNKNOWN;
            }
            if (map.get("$ref") instanceof String reference) {
                inner = map.size() == 1 ? at(of, reference) : null;
            } else if ("array".equals(map.get("type"))) {
                inner = map.get("items");
                isList = true;
            } else {
                return new Shape(of, map, false, isList);
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

    /** The shape of a list of such values. */
    public Shape asList() {
        return this == UNKNOWN || missing ? this : new Shape(root, node, false, true);
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

    /** Whether the value is one of these types, and no list, by a schema that says so. */
    public boolean isOnly(String... these) {
        return !list && !types().isEmpty() && List.of(these).containsAll(types());
    }

    /** Whether the value, or each of them in a list, is neither an object nor a list. */
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
