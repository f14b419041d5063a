package dev.reeve.internal.model.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the schema of a value that a definition writes down. Beyond a depth and a number of members the schema allows
 * everything, so that it is always smaller than a schema may be.
 */
final class WrittenSchema {

    /** Each level of the value is two of the schema. */
    private static final int DEPTH_MAX = 16;

    private static final int CHARACTERS_MAX = 100_000;

    /** More than the schema of a member has besides its name. */
    private static final int MEMBER = 64;

    private int characters;

    /** The schema of this value; call it once. */
    Object of(@Nullable Object value) {
        return of(value, 0);
    }

    private Object of(@Nullable Object value, int depth) {
        return switch (value) {
            case Map<?, ?> written -> depth < DEPTH_MAX && hasRoom(written) ? object(written, depth) : true;
            case String text -> text.contains("${") ? (Object) true : Map.of("type", "string");
            case Number number -> Map.of("type", "number");
            case Boolean flag -> Map.of("type", "boolean");
            case null, default -> true;
        };
    }

    private boolean hasRoom(Map<?, ?> written) {
        for (Object name : written.keySet()) {
            characters += String.valueOf(name).length() + MEMBER;
            if (characters > CHARACTERS_MAX) {
                return false;
            }
        }
        return true;
    }

    private Object object(Map<?, ?> written, int depth) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        written.forEach((name, member) -> members.put(String.valueOf(name), of(member, depth + 1)));
        return closed(members);
    }

    /** The schema of objects with exactly these members. */
    static Map<String, @Nullable Object> closed(Map<String, @Nullable Object> members) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("type", "object");
        object.put("properties", members);
        object.put("additionalProperties", false);
        return object;
    }
}
