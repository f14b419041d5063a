package dev.reeve.internal.core.codec;

import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.internal.values.JsonText;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The members of one JSON object, in any order, because a database may reorder them. The kind of a value follows from
 * the member's name alone.
 */
final class EventFields {

    private final Map<String, Object> values = new LinkedHashMap<>();

    /** Reads an object. The parser is at the start of the object before the call, and at its end afterwards. */
    static EventFields read(JsonParser parser, String source) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new IllegalArgumentException("events: expected an object, found " + parser.currentToken());
        }
        EventFields fields = new EventFields();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            JsonToken token = parser.nextToken();
            switch (name) {
                case "input", "output", "roundOutput", "checkpoint", "details", "items", "data", "events", "options" ->
                    fields.values.put(name, new Json(JsonText.value(parser, source)));
                case "failure", "rerun", "parent", "times" -> fields.values.put(name, read(parser, source));
                case "labels", "keys" -> fields.values.put(name, readTexts(parser));
                case "others" -> fields.values.put(name, readSteps(parser));
                default -> {
                    if (token.isStructEnd() || token.isStructStart()) {
                        parser.skipChildren(); // from a newer release
                    } else if (token != JsonToken.VALUE_NULL) {
                        fields.values.put(name, parser.getString());
                    }
                }
            }
        }
        return fields;
    }

    private static Map<String, String> readTexts(JsonParser parser) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            parser.nextToken();
            texts.put(name, parser.getString());
        }
        return texts;
    }

    private static List<StepPath> readSteps(JsonParser parser) {
        List<StepPath> steps = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            steps.add(StepPath.parse(parser.getString()));
        }
        return steps;
    }

    String text(String name) {
        if (values.get(name) instanceof String text) {
            return text;
        }
        throw missing(name);
    }

    @Nullable String textOrNull(String name) {
        return values.get(name) instanceof String text ? text : null;
    }

    int number(String name) {
        try {
            return Integer.parseInt(text(name));
        } catch (NumberFormatException e) {
            throw invalid(name, e);
        }
    }

    int numberOrZero(String name) {
        return values.containsKey(name) ? number(name) : 0;
    }

    boolean isTrue(String name) {
        return "true".equals(text(name));
    }

    /** Whether a member is true that is only written if it is. */
    boolean isPresent(String name) {
        return has(name) && isTrue(name);
    }

    long bits(String name) {
        try {
            return Long.parseUnsignedLong(text(name), 16);
        } catch (NumberFormatException e) {
            throw invalid(name, e);
        }
    }

    <E extends Enum<E>> E constant(String name, Class<E> type) {
        try {
            return Enum.valueOf(type, text(name));
        } catch (IllegalArgumentException e) {
            throw invalid(name, e);
        }
    }

    Instant instant(String name) {
        try {
            return Instant.parse(text(name));
        } catch (DateTimeException e) {
            throw invalid(name, e);
        }
    }

    @Nullable Instant instantOrNull(String name) {
        return values.containsKey(name) ? instant(name) : null;
    }

    @Nullable Duration durationOrNull(String name) {
        try {
            return values.containsKey(name) ? Duration.parse(text(name)) : null;
        } catch (DateTimeException e) {
            throw invalid(name, e);
        }
    }

    Json payload(String name) {
        if (values.get(name) instanceof Json json) {
            return json;
        }
        throw missing(name);
    }

    @Nullable Json payloadOrNull(String name) {
        return values.get(name) instanceof Json json ? json : null;
    }

    EventFields object(String name) {
        if (values.get(name) instanceof EventFields fields) {
            return fields;
        }
        throw missing(name);
    }

    List<StepPath> steps(String name) {
        if (values.get(name) instanceof List<?> list) {
            List<StepPath> steps = new ArrayList<>(list.size());
            list.forEach(step -> steps.add((StepPath) step));
            return steps;
        }
        throw missing(name);
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    /** The texts of a member; empty if the object has no such member. */
    Map<String, String> textsOrEmpty(String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (values.get(name) instanceof Map<?, ?> map) {
            map.forEach((key, value) -> texts.put(key.toString(), value.toString()));
        }
        return texts;
    }

    private IllegalArgumentException missing(String name) {
        return new IllegalArgumentException(
                "events: an event of type %s has no usable '%s'".formatted(values.get("type"), name));
    }

    private IllegalArgumentException invalid(String name, Exception problem) {
        return new IllegalArgumentException(
                "events: an event of type %s has an unusable '%s': %s"
                        .formatted(values.get("type"), name, values.get(name)),
                problem);
    }
}
