package dev.reeve.model;

/**
 * One JSON value as text. Payloads stay text from the caller to the store and are parsed only where an expression or a
 * schema needs them.
 *
 * <p>Made from outside text only by {@link JsonText}, which refuses what the stores cannot keep.
 *
 * @param text a single well-formed JSON value without surrounding white space
 */
public record Json(String text) {

    public static final Json NULL = new Json("null");

    public static final Json EMPTY_OBJECT = new Json("{}");

    @Override
    public String toString() {
        return text;
    }
}
