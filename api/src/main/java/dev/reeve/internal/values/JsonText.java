package dev.reeve.internal.values;

import dev.reeve.InvalidInputException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads JSON within the rules that every store and client can handle: one value, no duplicate members, no
 * NUL, no unpaired surrogate, no number that other systems would read as infinity, and everything within
 * {@link Limits}.
 *
 * <p>Thread-safe.
 */
public final class JsonText {

    private static final Limits LIMITS = Limits.DEFAULT;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(LIMITS.depth())
                    .maxNumberLength(LIMITS.numberLength())
                    .maxStringLength(LIMITS.stringLength())
                    .maxNameLength(LIMITS.memberLength())
                    .build())
            .build();

    private JsonText() {}

    /**
     * Checks a payload, and returns it without the white space around its value.
     *
     * @param what names the payload in messages, for example {@code "input of order-123"}
     * @throws InvalidInputException if the text is not one JSON value as described above
     */
    public static String checked(String text, String what) {
        return checked(text, what, LIMITS.payloadBytes());
    }

    /** As {@link #checked(String, String)}, for a text of another size. */
    public static String checked(String text, String what, int bytesMax) {
        checkSize(text, what, bytesMax);
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            JsonToken token = parser.nextToken();
            if (token == null) {
                throw new InvalidInputException(
                        "%s is empty: expected one JSON value, for example {} or null".formatted(what));
            }
            int open = 0;
            while (token != null) {
                check(parser, what);
                open += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                token = parser.nextToken();
                if (token != null && open == 0) {
                    throw invalid(what, "a second JSON value", parser, "send one value");
                }
            }
            return text.strip();
        } catch (JacksonException e) {
            throw explain(e, what);
        }
    }

    private static void check(JsonParser parser, String what) {
        switch (parser.currentToken()) {
            case PROPERTY_NAME -> checkCharacters(parser.currentName(), parser, what);
            case VALUE_STRING -> checkCharacters(parser.getString(), parser, what);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                if (!Numbers.isWithinLimits(parser.getString())) {
                    throw invalid(what, "a number out of range", parser, numberAdvice());
                }
            }
            default -> {
                // a bracket, true, false or null: always valid
            }
        }
    }

    private static String numberAdvice() {
        return "numbers have at most %d characters and lie between 1e-%d and 1e%d; send it as a string"
                .formatted(LIMITS.numberLength(), LIMITS.numberExponent() - 1, LIMITS.numberExponent() - 1);
    }

    private static void checkCharacters(String text, JsonParser parser, String what) {
        String found = unstorable(text);
        if (found != null) {
            throw invalid(what, found, parser, "remove it, or encode binary data, for example as Base64");
        }
    }

    /** How deep the arrays and objects of a JSON text are nested; 0 for a text without any. */
    public static int depth(String json) {
        int depth = 0;
        int deepest = 0;
        boolean inString = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (inString) {
                i += c == '\\' ? 1 : 0; // the next character is escaped
                inString = c != '"';
            } else if (c == '{' || c == '[') {
                depth++;
                deepest = Math.max(deepest, depth);
            } else if (c == '}' || c == ']') {
                depth--;
            } else {
                inString = c == '"';
            }
        }
        return deepest;
    }

    /** Describes what no store can keep in a text; null if the text is storable. */
    public static @Nullable String unstorable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return "a NUL character (\\u0000) in a string";
            }
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return "half of a surrogate pair (\\u%04x) in a string".formatted((int) c);
                }
                i++;
            }
        }
        return null;
    }

    /**
     * Converts to Java values: unmodifiable Map (in the order of the text), unmodifiable List, String, Boolean, null,
     * and Number (Integer, Long or BigInteger; Double if that is exact, otherwise BigDecimal).
     */
    public static @Nullable Object value(String json) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            parser.nextToken();
            return value(parser);
        } catch (JacksonException e) {
            throw explain(e, "payload");
        }
    }

    // recursion is bounded by the parser's own limit on nesting
    private static @Nullable Object value(JsonParser parser) {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw new InvalidInputException("payload is empty: expected one JSON value, for example {} or null");
        }
        return switch (token) {
            case START_OBJECT -> {
                Map<String, @Nullable Object> members = new LinkedHashMap<>();
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    String name = parser.currentName();
                    parser.nextToken();
                    members.put(name, value(parser));
                }
                yield Collections.unmodifiableMap(members);
            }
            case START_ARRAY -> {
                List<@Nullable Object> elements = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    elements.add(value(parser));
                }
                yield Collections.unmodifiableList(elements);
            }
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new IllegalStateException("a value cannot begin with " + token);
        };
    }

    private static Number number(JsonParser parser) {
        String text = parser.getString();
        if (!Numbers.isWithinLimits(text)) {
            throw invalid("payload", "a number out of range", parser, numberAdvice());
        }
        return Numbers.parse(text);
    }

    /**
     * The elements of an array, each with its original text.
     *
     * @throws InvalidInputException if the value is not an array
     */
    static List<String> elements(String array) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), array)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new InvalidInputException(
                        "expected an array, found %s".formatted(describe(parser.currentToken())));
            }
            List<String> elements = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                elements.add(value(parser, array));
            }
            return elements;
        } catch (JacksonException e) {
            throw explain(e, "payload");
        }
    }

    /**
     * The members of an object, each as its own JSON text.
     *
     * @param what names the object in messages
     * @throws InvalidInputException if the text is not an object
     */
    public static Map<String, String> members(String object, String what) {
        Map<String, String> members = new LinkedHashMap<>();
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), object)) {
            JsonToken first = parser.nextToken();
            if (first != JsonToken.START_OBJECT) {
                throw new InvalidInputException("%s: expected an object, found %s".formatted(what, describe(first)));
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                members.put(name, value(parser, object));
            }
            return members;
        } catch (JacksonException e) {
            throw explain(e, what);
        }
    }

    /**
     * Returns the text of the value at which a parser is, as written in the source, so that a number keeps every digit.
     * Moves the parser to the value's end.
     */
    public static String value(JsonParser parser, String source) {
        int from = (int) parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        parser.finishToken();
        int to = (int) parser.currentLocation().getCharOffset();
        return source.substring(from, to).strip();
    }

    private static String describe(@Nullable JsonToken token) {
        return switch (token) {
            case null -> "nothing";
            case START_OBJECT -> "an object";
            case VALUE_STRING -> "a string";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_TRUE, VALUE_FALSE -> "a boolean";
            case VALUE_NULL -> "null";
            default -> token.toString();
        };
    }

    /**
     * Returns the canonical text of a value, for comparison. Two payloads have the same canonical text exactly if they
     * differ only in the order of members, white space, escapes, and the notation of numbers (1.0 and 1).
     */
    public static String canonical(String json) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            return new CanonicalJson(parser).write();
        } catch (JacksonException e) {
            throw explain(e, "payload");
        }
    }

    static void checkSize(String text, String what, int bytesMax) {
        if (Utf8.isLongerThan(text, bytesMax)) {
            throw new InvalidInputException(
                    ("%s has %,d bytes, and the limit is %,d: keep large data elsewhere and pass a"
                                    + " reference to it")
                            .formatted(what, Utf8.length(text), bytesMax));
        }
    }

    private static InvalidInputException invalid(String what, String found, JsonParser parser, String advice) {
        TokenStreamLocation place = parser.currentTokenLocation();
        return new InvalidInputException("%s: %s at line %d, column %d: %s"
                .formatted(what, found, place.getLineNr(), place.getColumnNr(), advice));
    }

    private static InvalidInputException explain(JacksonException e, String what) {
        TokenStreamLocation place = e.getLocation();
        String where = place == null ? "" : " at line %d, column %d".formatted(place.getLineNr(), place.getColumnNr());
        String found = reason(e);
        if (e instanceof StreamConstraintsException) {
            return new InvalidInputException("%s is over a limit%s: %s".formatted(what, where, found), e);
        }
        return new InvalidInputException("%s is not valid JSON%s: %s".formatted(what, where, found), e);
    }

    /** The parser's message without its remarks about the parser. */
    public static String reason(JacksonException e) {
        String reason = firstLine(e.getOriginalMessage()).replaceAll(", from `[^`]*`", "");
        for (String about : List.of(" (start marker at", ": enable `", " (not recognized as one")) {
            int begin = reason.indexOf(about);
            reason = begin < 0 ? reason : reason.substring(0, begin);
        }
        return reason;
    }

    public static String firstLine(String message) {
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }
}
