package dev.reeve.agent.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
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
