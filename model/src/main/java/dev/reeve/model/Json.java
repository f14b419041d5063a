package dev.reeve.model;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * One JSON value as text. Payloads stay text from the caller to the store. They are parsed only where an expression or
 * a schema needs them.
 *
 * <p>For text from outside use {@link JsonText}, which refuses what the stores cannot keep. Jackson writes a
 * {@code Json} as the value itself, not as a string.
 *
 * @param text a single well-formed JSON value without surrounding white space
 */
public record Json(@JsonValue @JsonRawValue String text) {

    public static final Json NULL = new Json("null");

    public static final Json EMPTY_OBJECT = new Json("{}");

    @Override
    public String toString() {
        return text;
    }
}
