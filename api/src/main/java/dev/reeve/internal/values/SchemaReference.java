package dev.reeve.internal.values;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A {@code $ref} within one JSON Schema: a JSON Pointer as the fragment of a URI (RFC 6901 §6), or an anchor. */
public final class SchemaReference {

    private SchemaReference() {}

    /** Whether a reference is a JSON Pointer, and no anchor. */
    public static boolean isPointer(String reference) {
        return reference.equals("#") || reference.startsWith("#/");
    }

    /** Returns the value that a JSON Pointer points to; null if there is none. */
    public static @Nullable Object target(Object root, String reference) {
        Object at = root;
        String[] segments = reference.split("/", -1);
        for (int i = 1; i < segments.length; i++) {
            String name = decoded(segments[i]).replace("~1", "/").replace("~0", "~");
            at = switch (at) {
                case Map<?, ?> members -> members.get(name);
                case List<?> elements
                when name.matches("[0-9]{1,6}") && Integer.parseInt(name) < elements.size() ->
                    elements.get(Integer.parseInt(name));
                case null, default -> null;
            };
        }
        return at;
    }

    /** Returns the name of the anchor that a reference names; null if it names none in this schema. */
    public static @Nullable String anchor(String reference) {
        return reference.startsWith("#") ? decoded(reference.substring(1)) : null;
    }

    private static String decoded(String text) {
        try {
            return text.contains("%") ? URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8) : text;
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
