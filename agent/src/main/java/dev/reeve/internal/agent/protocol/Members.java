package dev.reeve.internal.agent.protocol;

import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.internal.values.JsonText;
import dev.reeve.internal.values.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * The members of one JSON object of the protocol. The kind of a known member follows from its name. Unknown members are
 * skipped, because a newer release may send them. A known member of another kind is refused, and so is a member that
 * occurs twice.
 */
final class Members {

    private static final Set<String> PAYLOADS = Set.of("input", "output", "checkpoint", "details", "evidence");
    private static final Set<String> OBJECTS = Set.of("failure", "pace");
    private static final Set<String> OBJECT_LISTS = Set.of("reports", "beats", "work", "verdicts");
    private static final Set<String> TEXT_LISTS = Set.of("actions", "cancelled");

    private static final int ELEMENTS_MAX = Protocol.BEATS_MAX;

    /** The nesting of the documents around payloads. */
    private static final int DEPTH = 8;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Limits.DEFAULT.depth() + DEPTH)
                    .maxNumberLength(Limits.DEFAULT.numberLength())
                    .maxStringLength(Limits.DEFAULT.stringLength())
                    .maxNameLength(Limits.DEFAULT.memberLength())
                    .build())
            .build();

    private final String what;
    private final Map<String, Object> values = new LinkedHashMap<>();

    private Members(String what) {
        this.what = what;
    }

    /**
     * Reads a document.
     *
     * @param what names it in messages
     * @throws MalformedMessageException if it is not an object of the protocol, or of a newer version
     */
    static Members document(String text, String what) {
        Members members = new Members(what);
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw members.wrong("expected a JSON object");
            }
            members.read(parser, text);
            if (parser.nextToken() != null) {
                throw members.wrong("expected one JSON object, found more after it");
            }
        } catch (JacksonException e) {
            throw new MalformedMessageException("%s: not JSON within the limits: %s".formatted(what, shortened(e)), e);
        }
        Long version = members.numberOrNull("protocol", 1, Integer.MAX_VALUE);
        if (version != null && version > Protocol.VERSION) {
            throw members.wrong("protocol: this side speaks version %d, and the document is of version %d"
                    .formatted(Protocol.VERSION, version));
        }
        return members;
    }

    private static String shortened(JacksonException e) {
        String message = String.valueOf(e.getOriginalMessage());
        return message.length() <= 200 ? message : message.substring(0, 200) + "…";
    }

    private Members read(JsonParser parser, String source) {
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            JsonToken token = parser.nextToken();
            if (PAYLOADS.contains(name)) {
                values.put(name, new Json(JsonText.value(parser, source)));
            } else if (OBJECTS.contains(name)) {
                if (expect(name, token, JsonToken.START_OBJECT, "an object")) {
                    values.put(name, new Members(what + "." + name).read(parser, source));
                }
            } else if (OBJECT_LISTS.contains(name)) {
                if (expect(name, token, JsonToken.START_ARRAY, "an array of objects")) {
                    values.put(name, objects(name, parser, source));
                }
            } else if (TEXT_LISTS.contains(name)) {
                if (expect(name, token, JsonToken.START_ARRAY, "an array of strings")) {
                    values.put(name, texts(name, parser));
                }
            } else {
                scalar(name, token, parser);
            }
        }
        return this;
    }

    /** @return false for null, which means the same as no member */
    private boolean expect(String name, JsonToken found, JsonToken expected, String kind) {
        if (found != expected && found != JsonToken.VALUE_NULL) {
            throw wrong("%s: expected %s".formatted(name, kind));
        }
        return found == expected;
    }

    private void scalar(String name, JsonToken token, JsonParser parser) {
        switch (token) {
            case VALUE_STRING -> values.put(name, parser.getString());
            case VALUE_NUMBER_INT -> {
                values.put(name, parser.getString().length() < 19 ? (Object) parser.getLongValue() : UNREAD);
            }
            case VALUE_TRUE -> values.put(name, true);
            case VALUE_FALSE -> values.put(name, false);
            case START_OBJECT, START_ARRAY -> {
                parser.skipChildren();
                values.put(name, UNREAD);
            }
            case VALUE_NUMBER_FLOAT -> values.put(name, UNREAD);
            default -> {
                // null means the same as no member
            }
        }
    }

    /** The value of an unknown member, or of a known one that is of a wrong kind. */
    private static final Object UNREAD = new Object();

    private List<Members> objects(String name, JsonParser parser, String source) {
        List<Members> objects = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (token != JsonToken.START_OBJECT) {
                throw wrong("%s[%d]: expected an object".formatted(name, objects.size()));
            }
            objects.add(new Members("%s.%s[%d]".formatted(what, name, objects.size())).read(parser, source));
            checkCount(name, objects.size());
        }
        return objects;
    }

    private List<String> texts(String name, JsonParser parser) {
        List<String> texts = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (token != JsonToken.VALUE_STRING) {
                throw wrong("%s[%d]: expected a string".formatted(name, texts.size()));
            }
            texts.add(parser.getString());
            checkCount(name, texts.size());
        }
        return texts;
    }

    private void checkCount(String name, int count) {
        if (count > ELEMENTS_MAX) {
            throw wrong("%s: more than %,d elements".formatted(name, ELEMENTS_MAX));
        }
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    String text(String name, int lengthMax) {
        String text = textOrNull(name, lengthMax);
        if (text == null || text.isBlank()) {
            throw wrong("%s: expected 1 to %d characters, found none".formatted(name, lengthMax));
        }
        return text;
    }

    @Nullable String textOrNull(String name, int lengthMax) {
        Object value = values.get(name);
        if (value == null) {
            return null;
        }
        if (!(value instanceof String text)) {
            throw wrong(name + ": expected a string");
        }
        if (text.length() > lengthMax) {
            throw wrong("%s: expected at most %,d characters, found %,d".formatted(name, lengthMax, text.length()));
        }
        String unstorable = JsonText.unstorable(text);
        if (unstorable != null) {
            throw wrong("%s: found %s".formatted(name, unstorable));
        }
        return text;
    }

    boolean flag(String name, boolean otherwise) {
        Object value = values.get(name);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw wrong(name + ": expected true or false");
    }

    @Nullable Long numberOrNull(String name, long min, long max) {
        Object value = values.get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof Long number && number >= min && number <= max) {
            return number;
        }
        throw wrong("%s: expected a whole number from %d to %d".formatted(name, min, max));
    }

    int number(String name, int min, int max) {
        Long number = numberOrNull(name, min, max);
        if (number == null) {
            throw wrong("%s: expected a whole number from %d to %d, found none".formatted(name, min, max));
        }
        return number.intValue();
    }

    /** A time in milliseconds. */
    @Nullable Duration millisOrNull(String name) {
        Long millis = numberOrNull(name, 0, Long.MAX_VALUE / 1_000_000);
        return millis == null ? null : Duration.ofMillis(millis);
    }

    Duration millis(String name) {
        Duration duration = millisOrNull(name);
        if (duration == null) {
            throw wrong(name + ": expected a number of milliseconds, found none");
        }
        return duration;
    }

    /** A payload within the limits; null if there is no such member. */
    @Nullable Json payloadOrNull(String name) {
        if (!(values.get(name) instanceof Json json)) {
            return null;
        }
        try {
            return Json.parse(json.text(), name);
        } catch (InvalidInputException e) {
            throw new MalformedMessageException("%s: %s".formatted(what, e.getMessage()), e);
        }
    }

    Json payload(String name) {
        Json payload = payloadOrNull(name);
        if (payload == null) {
            throw wrong(name + ": expected a JSON value, found none");
        }
        return payload;
    }

    @Nullable Members objectOrNull(String name) {
        return values.get(name) instanceof Members members ? members : null;
    }

    /** The objects of an array; empty if there is no such member. */
    List<Members> objects(String name) {
        List<Members> objects = new ArrayList<>();
        if (values.get(name) instanceof List<?> list) {
            list.forEach(each -> objects.add((Members) each));
        }
        return objects;
    }

    /** The strings of an array; empty if there is no such member. */
    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        if (values.get(name) instanceof List<?> list) {
            list.forEach(each -> texts.add((String) each));
        }
        return texts;
    }

    MalformedMessageException wrong(String problem) {
        return new MalformedMessageException("%s: %s".formatted(what, problem));
    }
}
