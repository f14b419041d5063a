package dev.reeve;

import java.util.List;
import java.util.Locale;

/** One of the five fields of a {@link Cron}: its range and its names. */
enum CronField {
    MINUTE("minute", 0, 59, List.of()),
    HOUR("hour", 0, 23, List.of()),
    DAY_OF_MONTH("day of the month", 1, 31, List.of()),
    MONTH("month", 1, 12, List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")),
    /** Sunday is both 0 and 7. */
    DAY_OF_WEEK("day of the week", 0, 7, List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"));

    private final String title;
    private final int min;
    private final int max;

    @SuppressWarnings("ImmutableEnumChecker") // List.of returns an immutable list
    private final List<String> names;

    CronField(String title, int min, int max, List<String> names) {
        this.title = title;
        this.min = min;
        this.max = max;
        this.names = names;
    }

    /**
     * Parses the field.
     *
     * @return a bit for each number; {@code 7} sets the bit of {@code 0} where it means Sunday
     * @throws IllegalArgumentException if the text is malformed; the message says what was expected
     */
    long parse(String text) {
        long bits = 0;
        for (String part : text.split(",", -1)) {
            bits |= part(part, text);
        }
        if (this == DAY_OF_WEEK && (bits & 1L << 7) != 0) {
            bits = (bits & ~(1L << 7)) | 1;
        }
        return bits;
    }

    private long part(String part, String text) {
        int slash = part.indexOf('/');
        String range = slash < 0 ? part : part.substring(0, slash);
        int step = slash < 0 ? 1 : number(part.substring(slash + 1), text);
        if (step < 1 || step > max) {
            throw wrong(text, "a step from 1 to %d after /".formatted(max));
        }
        if (range.equals("*")) {
            return bits(min, this == DAY_OF_WEEK ? 6 : max, step);
        }
        int dash = range.indexOf('-');
        if (dash < 0) {
            if (slash >= 0) {
                throw wrong(text, "a range before /, such as %s-%d/%d".formatted(range, max, step));
            }
            int value = value(range, text);
            return bits(value, value, 1);
        }
        int from = value(range.substring(0, dash), text);
        int to = value(range.substring(dash + 1), text);
        if (this == DAY_OF_WEEK && to == 0 && from > 0) {
            to = 7; // a week may end with Sunday
        }
        if (from > to) {
            throw wrong(text, "an ascending range; for one past the end write two, such as 22-23,0-2");
        }
        return bits(from, to, step);
    }

    private static long bits(int from, int to, int step) {
        long bits = 0;
        for (int value = from; value <= to; value += step) {
            bits |= 1L << value;
        }
        return bits;
    }

    private int value(String word, String text) {
        int name = names.indexOf(word.toUpperCase(Locale.ROOT));
        if (name >= 0) {
            return min + name;
        }
        int value = number(word, text);
        if (value < min || value > max) {
            throw wrong(text, "numbers from %d to %d".formatted(min, max));
        }
        return value;
    }

    private int number(String digits, String text) {
        if (digits.isEmpty() || digits.length() > 3 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw wrong(
                    text,
                    names.isEmpty()
                            ? "numbers, ranges such as %d-%d, lists and steps such as */5".formatted(min, max)
                            : "numbers or names such as %s, ranges, lists and steps".formatted(names.get(1)));
        }
        return Integer.parseInt(digits);
    }

    private IllegalArgumentException wrong(String text, String expected) {
        return new IllegalArgumentException("the %s '%s' is wrong: expected %s".formatted(title, text, expected));
    }
}
