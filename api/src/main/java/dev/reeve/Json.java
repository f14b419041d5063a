package dev.reeve;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.reeve.internal.values.JsonText;
import dev.reeve.internal.values.JsonWriter;
import dev.reeve.internal.values.Limits;
import org.jspecify.annotations.Nullable;

/**
 * One JSON value as text. Payloads stay text from the caller to the store. They are parsed only where an expression or
 * a schema needs them.
 *
 * <p>For text from outside use {@link #parse}, which refuses what the stores cannot keep. Jackson writes a {@code Json}
 * as the value itself, not as a string.
 *
 * @param text a single well-formed JSON value without surrounding white space
 */
public record Json(@JsonValue @JsonRawValue String text) {

    /** The value {@code null}. */
    public static final Json NULL = new Json("null");

    /** An object without members. */
    public static final Json EMPTY_OBJECT = new Json("{}");

    /**
     * Checks a text, and drops the white space around its value.
     *
     * @throws InvalidInputException if the text is not one JSON value within the limits for payloads
     */
    public static Json parse(String text) {
        return parse(text, "payload");
    }

    /**
     * As {@link #parse(String)}.
     *
     * @param what names the value in messages, for example {@code "input of order-123"}
     * @throws InvalidInputException if the text is not one JSON value within the limits for payloads
     */
    public static Json parse(String text, String what) {
        return new Json(JsonText.checked(text, what));
    }

    /**
     * Writes a value as JSON.
     *
     * @param value a map, list, string, number or boolean, {@link Json}, or null
     * @throws InvalidInputException if the value is none of these, or not within the limits for payloads
     */
    public static Json of(@Nullable Object value) {
        return new Json(new JsonWriter(Limits.DEFAULT.payloadBytes(), Json::written)
                .value(value)
                .finish("payload"));
    }

    private static @Nullable String written(Object value) {
        return value instanceof Json json ? json.text : null;
    }

    /**
     * The value as an unmodifiable Map (in the order of the text), an unmodifiable List, a String, a Boolean, null, or
     * a Number: Integer, Long or BigInteger; Double if that is exact, otherwise BigDecimal.
     */
    public @Nullable Object value() {
        return JsonText.value(text);
    }

    @Override
    public String toString() {
        return text;
    }
}
