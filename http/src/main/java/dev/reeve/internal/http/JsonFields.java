package dev.reeve.internal.http;

import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.internal.values.Durations;
import dev.reeve.internal.values.JsonElements;
import dev.reeve.internal.values.JsonText;
import dev.reeve.internal.values.Suggestions;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The members of a JSON object in a request. Payloads keep their exact text. A member that nobody reads is refused, see
 * {@link #end}. For one thread.
 */
public final class JsonFields {

    private final String place;
    private final Map<String, String> members;
    private final List<String> known = new ArrayList<>();

    private JsonFields(String place, Map<String, String> members) {
        this.place = place;
        this.members = members;
    }

    public static Json parse(String text, int bytesMax) {
        return new Json(JsonText.checked(text, "the body", bytesMax));
    }

    /**
     * @param object JSON that has been checked
     */
    public static JsonFields of(String object) {
        return new JsonFields("", JsonText.members(object, "the body"));
    }

    /** Refuses members that were not asked for: call it after all of them were read. */
    public void end() {
        for (String name : members.keySet()) {
            if (!known.contains(name)) {
                throw new InvalidInputException("there is no member '%s%s': expected %s%s"
                        .formatted(
                                place,
                                Texts.printable(name),
                                known,
                                Suggestions.closest(name, known)
                                        .map(it -> "; did you mean '" + it + "'?")
                                        .orElse("")));
            }
        }
    }

    /** A member that is JSON of the caller's; null counts as a value. */
    public Optional<Json> json(String name) {
        known.add(name);
        return Optional.ofNullable(members.get(name)).map(Json::new);
    }

    /** A member that is there and not null. */
    private Optional<String> member(String name) {
        known.add(name);
        return Optional.ofNullable(members.get(name)).filter(text -> !text.equals("null"));
    }

    public Optional<String> text(String name) {
        return member(name).map(text -> {
            if (JsonText.value(text) instanceof String found) {
                return found;
            }
            throw invalid(name, "a string", text);
        });
    }

    public String required(String name) {
        return text(name).orElseThrow(() -> missing(name));
    }

    public Json requiredJson(String name) {
        return json(name).orElseThrow(() -> missing(name));
    }

    private InvalidInputException missing(String name) {
        return new InvalidInputException("'%s%s' is missing".formatted(place, name));
    }

    public Optional<Integer> integer(String name) {
        return member(name).map(text -> {
            Object found = JsonText.value(text);
            if (found instanceof Integer number) {
                return number;
            }
            if (found instanceof Long || found instanceof BigInteger) {
                throw invalid(name, "a number of 32 bits", text);
            }
            throw invalid(name, "a whole number", text);
        });
    }

    public Optional<Boolean> truth(String name) {
        return member(name).map(text -> {
            if (JsonText.value(text) instanceof Boolean found) {
                return found;
            }
            throw invalid(name, "true or false", text);
        });
    }

    /** A duration such as {@code 30s} or {@code PT30S}. */
    public Optional<Duration> duration(String name) {
        return text(name).map(text -> duration(place + name, text));
    }

    public Optional<Instant> instant(String name) {
        return text(name).map(text -> instant(place + name, text));
    }

    public <E extends Enum<E>> Optional<E> constant(String name, Class<E> type) {
        return text(name).map(text -> constant(place + name, text, type));
    }

    /** An object whose members are strings. */
    public Map<String, String> texts(String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        object(name).ifPresent(object -> {
            for (String each : object.members.keySet()) {
                texts.put(each, object.required(each));
            }
        });
        return texts;
    }

    public Optional<JsonFields> object(String name) {
        return member(name)
                .map(text -> new JsonFields(place + name + ".", JsonText.members(text, "'" + place + name + "'")));
    }

    public List<JsonFields> objects(String name) {
        List<JsonFields> objects = new ArrayList<>();
        for (Json element : elements(name)) {
            String where = "%s%s[%d]".formatted(place, name, objects.size());
            objects.add(new JsonFields(where + ".", JsonText.members(element.text(), "'" + where + "'")));
        }
        return objects;
    }

    public List<String> strings(String name) {
        return elements(name).stream()
                .map(element -> {
                    if (element.value() instanceof String text) {
                        return text;
                    }
                    throw invalid(name, "strings", element.text());
                })
                .toList();
    }

    private List<Json> elements(String name) {
        return member(name).map(text -> JsonElements.of(new Json(text))).orElse(List.of());
    }

    /** A value that one of the API's own types reads from text. */
    public <T> Optional<T> parsed(String name, Function<String, T> parser) {
        return text(name).map(text -> parsed(place + name, text, parser));
    }

    /** As {@link #parsed(String, Function)}, for a text from elsewhere in the request. */
    public static <T> T parsed(String what, String text, Function<String, T> parser) {
        return made(what, () -> parser.apply(text));
    }

    /**
     * A value of the API that is made from members of the request. Only here is an {@code IllegalArgumentException} the
     * caller's mistake; elsewhere it is one of Reeve's.
     *
     * @throws InvalidInputException if the API's type refuses the members
     */
    public static <T> T made(String what, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new InvalidInputException("'%s': %s".formatted(what, e.getMessage()), e);
        }
    }

    public static Duration duration(String what, String text) {
        return parsed(what, text, Durations::parse);
    }

    public static Instant instant(String what, String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new InvalidInputException(
                    "'%s': expected an instant such as 2026-11-30T08:00:00Z, found '%s'"
                            .formatted(what, Texts.printable(text)),
                    e);
        }
    }

    public static <E extends Enum<E>> E constant(String what, String text, Class<E> type) {
        return Arrays.stream(type.getEnumConstants())
                .filter(each -> each.name().equals(text))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException("'%s': expected one of %s, found '%s'"
                        .formatted(what, Arrays.toString(type.getEnumConstants()), Texts.printable(text))));
    }

    private InvalidInputException invalid(String name, String expected, String found) {
        return new InvalidInputException(
                "'%s%s': expected %s, found %s".formatted(place, name, expected, Texts.printable(found)));
    }
}
