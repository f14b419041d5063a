package dev.reeve.internal.values;

import dev.reeve.InvalidInputException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes values as compact JSON: maps with String keys, lists, arrays of objects, strings, booleans, numbers and null.
 * For one thread and one text.
 */
public final class JsonWriter {

    private static final Limits LIMITS = Limits.DEFAULT;

    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private final StringBuilder out = new StringBuilder(128);
    private final int bytesMax;
    private final Function<Object, @Nullable String> written;
    private int depth;

    /** Creates a writer with the limit for payloads. */
    public JsonWriter() {
        this(LIMITS.payloadBytes());
    }

    public JsonWriter(int bytesMax) {
        this(bytesMax, value -> null);
    }

    /**
     * @param written gives the text of a value that is JSON already; null for any other value
     */
    public JsonWriter(int bytesMax, Function<Object, @Nullable String> written) {
        this.bytesMax = bytesMax;
        this.written = written;
    }

    /**
     * Returns the whole text.
     *
     * @param what names the text in messages
     */
    public String finish(String what) {
        String text = out.toString();
        JsonText.checkSize(text, what, bytesMax);
        return text;
    }

    public JsonWriter value(@Nullable Object value) {
        switch (value) {
            case null -> out.append("null");
            case String text -> string(text);
            case Boolean flag -> out.append(flag.booleanValue());
            case Number number -> number(number);
            case Map<?, ?> members -> object(members);
            case List<?> elements -> array(elements.iterator());
            case Object[] elements -> array(Arrays.asList(elements).iterator());
            default -> raw(textOf(value));
        }
        return this;
    }

    /** Writes a value that is JSON already. */
    public JsonWriter raw(String json) {
        checkRoom(0);
        out.append(json);
        return this;
    }

    private String textOf(Object value) {
        String text = written.apply(value);
        if (text == null) {
            throw new InvalidInputException(
                    "cannot write %s as JSON: expected Map, List, String, Number, Boolean or null"
                            .formatted(value.getClass().getName()));
        }
        return text;
    }

    private void number(Number number) {
        String text = Numbers.text(number);
        if (text == null) {
            throw new InvalidInputException("cannot write the number %s (%s) as JSON: it is not finite or out of range"
                    .formatted(number, number.getClass().getName()));
        }
        out.append(text);
    }

    private void object(Map<?, ?> members) {
        open('{');
        boolean first = true;
        for (Map.Entry<?, ?> member : members.entrySet()) {
            if (!(member.getKey() instanceof String name)) {
                throw new InvalidInputException(
                        "cannot write a map with the key %s as JSON: keys must be strings".formatted(member.getKey()));
            }
            name(name, first).value(member.getValue());
            first = false;
        }
        close('}');
    }

    private void array(Iterator<?> elements) {
        open('[');
        while (elements.hasNext()) {
            value(elements.next());
            if (elements.hasNext()) {
                out.append(',');
            }
        }
        close(']');
    }

    /** Writes a member's name; its value must follow. */
    public JsonWriter name(String name, boolean first) {
        separator(first).string(name);
        out.append(':');
        return this;
    }

    public JsonWriter separator(boolean first) {
        if (!first) {
            out.append(',');
        }
        return this;
    }

    public JsonWriter open(char bracket) {
        deeper();
        out.append(bracket);
        return this;
    }

    public JsonWriter close(char bracket) {
        depth--;
        out.append(bracket);
        return this;
    }

    private void deeper() {
        if (++depth > LIMITS.depth()) {
            throw new InvalidInputException(
                    "cannot write JSON nested deeper than %d: flatten it".formatted(LIMITS.depth()));
        }
        checkRoom(0);
    }

    /**
     * Checks the size before the next value is written: a short template can repeat a large value many times.
     *
     * @param more the length of a text that is not written yet
     */
    public void checkRoom(int more) {
        if (out.length() + (long) more > bytesMax) {
            throw new InvalidInputException(
                    "cannot write more than %,d bytes of JSON: keep large data elsewhere and pass a reference to it"
                            .formatted(bytesMax));
        }
    }

    public JsonWriter string(String text) {
        checkRoom(0);
        String found = JsonText.unstorable(text);
        if (found != null) {
            throw new InvalidInputException(
                    "cannot write %s: remove it, or encode binary data, for example as Base64".formatted(found));
        }
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ') {
                        out.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 15]);
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
        return this;
    }
}
