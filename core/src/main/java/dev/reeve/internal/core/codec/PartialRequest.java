package dev.reeve.internal.core.codec;

import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.internal.values.JsonText;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads what can be read of a request of an SQL function. The database takes JSON that {@link Json} refuses, such as an
 * object with two members of one name. Such a payload becomes a string with its text, so that a person can see it, and
 * the other parts stay as they are.
 */
public final class PartialRequest {

    /** Leaves room for the rest of the payload that holds it. */
    private static final int TEXT_LENGTH_MAX = 100_000;

    private static final JsonFactory ANY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private PartialRequest() {}

    /** Returns null if it is no request of an SQL function. Throws nothing, as it runs where other requests wait. */
    public static @Nullable Request read(String json) {
        try {
            return request(members(json));
        } catch (JacksonException | InvalidInputException e) {
            return null;
        }
    }

    private static @Nullable Request request(Map<String, String> members) {
        String type = string(members.get("type"));
        Json options = options(members.get("options"));
        if ("SqlStart".equals(type)) {
            return new Request.SqlStart(string(members.get("workflow")), payload(members.get("input")), options);
        }
        if ("SqlSignal".equals(type)) {
            return new Request.SqlSignal(string(members.get("signal")), payload(members.get("data")), options);
        }
        return null;
    }

    private static Map<String, String> members(String object) {
        Map<String, String> members = new LinkedHashMap<>();
        try (JsonParser parser = ANY.createParser(ObjectReadContext.empty(), object)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return members;
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                members.put(name, JsonText.value(parser, object));
            }
        }
        return members;
    }

    private static Json payload(@Nullable String text) {
        if (text == null) {
            return Json.NULL;
        }
        try {
            return Json.parse(text);
        } catch (InvalidInputException e) {
            return Json.of(cut(text));
        }
    }

    private static String cut(String text) {
        if (text.length() <= TEXT_LENGTH_MAX) {
            return text;
        }
        boolean isWithinACharacter = Character.isHighSurrogate(text.charAt(TEXT_LENGTH_MAX - 1));
        return text.substring(0, isWithinACharacter ? TEXT_LENGTH_MAX - 1 : TEXT_LENGTH_MAX) + "…";
    }

    /** All options, or those that are texts if the others cannot be read. */
    private static Json options(@Nullable String text) {
        if (text == null) {
            return Json.EMPTY_OBJECT;
        }
        try {
            return Json.parse(text);
        } catch (InvalidInputException e) {
            Map<String, String> texts = new LinkedHashMap<>();
            members(text).forEach((name, value) -> {
                if (value.startsWith("\"")) {
                    texts.put(name, string(value));
                }
            });
            return Json.of(texts);
        }
    }

    private static String string(@Nullable String value) {
        if (value == null) {
            return "";
        }
        try (JsonParser parser = ANY.createParser(ObjectReadContext.empty(), value)) {
            return parser.nextToken() == JsonToken.VALUE_STRING ? parser.getString() : "";
        }
    }
}
