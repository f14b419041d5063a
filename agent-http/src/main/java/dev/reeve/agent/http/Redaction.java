package dev.reeve.agent.http;

import dev.reeve.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Puts stars in the place of secrets, wherever an answer or an error repeats them. */
final class Redaction {

    private static final String STARS = "***";

    private final List<String> values;

    /**
     * @param values of the secrets that were sent
     */
    Redaction(List<String> values) {
        // the longest first, in case one contains another one
        this.values = values.stream()
                .flatMap(value -> Stream.of(value, quoted(value)))
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /** As it stands in JSON that is kept as text. */
    private static String quoted(String value) {
        String quoted = Json.of(value).text();
        return quoted.substring(1, quoted.length() - 1);
    }

    /** How many characters at the end of a text that was cut may be the beginning of a secret. */
    private int uncertain() {
        return values.isEmpty() ? 0 : values.getFirst().length() - 1;
    }

    /** The beginning of a text, masked before it is cut, without control characters. */
    String shortened(String text, int lengthMax) {
        return bounded(text(text), lengthMax);
    }

    /**
     * The beginning of a text, masked before it is cut.
     *
     * @param isCut whether the text itself is the beginning of a longer one, so that its end may be part of a secret
     */
    String beginning(String text, int lengthMax, boolean isCut) {
        String masked = text(text);
        String certain = isCut ? masked.substring(0, Math.max(0, masked.length() - uncertain())) : masked;
        return certain.substring(0, Math.min(lengthMax, certain.length()));
    }

    boolean isNeeded() {
        return !values.isEmpty();
    }

    String text(String text) {
        String redacted = text;
        for (String value : values) {
            redacted = redacted.replace(value, STARS);
        }
        return redacted;
    }

    /** A value of JSON with stars in its texts, its names, and in place of numbers. */
    @Nullable Object value(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case String text -> text(text);
            case Number number -> values.contains(number.toString()) ? STARS : number;
            case List<?> list -> {
                List<@Nullable Object> redacted = new ArrayList<>();
                list.forEach(each -> redacted.add(value(each)));
                yield redacted;
            }
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> redacted = new LinkedHashMap<>();
                map.forEach((name, each) -> redacted.put(text(String.valueOf(name)), value(each)));
                yield redacted;
            }
            default -> value;
        };
    }

    /** A text of others for a message: shortened, and without control characters. */
    static String bounded(String text, int lengthMax) {
        String cut = text.length() <= lengthMax ? text : text.substring(0, lengthMax) + "…";
        return cut.replaceAll("[\\p{Cntrl}\\p{Cs}]", "?");
    }
}
