package dev.reeve.internal.sensitive;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values of sensitive fields, which are masked wherever they occur again, if they are long enough not to occur by
 * chance. For one thread and one answer.
 */
public final class SensitiveValues {

    /** Stands for a value that the reader may not see. */
    public static final String MASK = "(masked)";

    /** A text of this length is masked where it is a whole value. */
    static final int TEXT_MIN = 3;

    /** A number of this many digits is masked where it is a whole value. */
    static final int DIGITS_MIN = 4;

    /** A text of this length is masked also within other texts. */
    static final int PART_MIN = 6;

    /** Maximum number of comparisons, beyond which all texts are masked. Real answers take a few thousand. */
    private static final long WORK = 20_000_000;

    private static final int FILTER = 1 << 16;
    private static final int EXPONENT_MAX = 400;

    private final Set<String> whole = new HashSet<>();
    private final Set<Named> named = new HashSet<>();
    private final Map<Integer, List<String>> parts = new HashMap<>();
    private final BitSet filter = new BitSet(FILTER);
    private long work = WORK;
    private boolean sorted = true;

    /** A value under the name of its member. */
    private record Named(String name, String text) {}

    /** Adds a text. */
    void addText(String text, @Nullable String name) {
        if (!text.isEmpty()) {
            add(text, name, text.length() >= TEXT_MIN);
        }
    }

    /** Adds a number, as it is written. */
    void addNumber(String number, @Nullable String name) {
        boolean isLong = digits(number) >= DIGITS_MIN;
        add(number, name, isLong);
        add(canonical(number), name, isLong);
    }

    /** Adds true or false, which is masked only under the same name. */
    void addTruth(String text, @Nullable String name) {
        add(text, name, false);
    }

    private void add(String text, @Nullable String name, boolean isLong) {
        if (name != null) {
            named.add(new Named(name, text));
        }
        if (isLong && whole.add(text) && text.length() >= PART_MIN) {
            int hash = text.substring(0, PART_MIN).hashCode();
            filter.set(hash & (FILTER - 1));
            parts.computeIfAbsent(hash, key -> new ArrayList<>(1)).add(text);
            sorted = false;
        }
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return whole.isEmpty() && named.isEmpty();
    }

    /**
     * Whether a text, true or false is one of them.
     *
     * @param name of the member that has it; null if none has
     */
    boolean has(String text, @Nullable String name) {
        return whole.contains(text) || (name != null && named.contains(new Named(name, text)));
    }

    boolean hasNumber(String number, @Nullable String name) {
        String canonical = canonical(number);
        return (digits(number) >= DIGITS_MIN && (whole.contains(number) || whole.contains(canonical)))
                || (name != null
                        && (named.contains(new Named(name, number)) || named.contains(new Named(name, canonical))));
    }

    private static long digits(String number) {
        return number.chars().filter(c -> c >= '0' && c <= '9').count();
    }

    /** 12.50 and 1.25e1 are the same number. */
    private static String canonical(String number) {
        try {
            BigDecimal value = new BigDecimal(number).stripTrailingZeros();
            return Math.abs((long) value.scale()) > EXPONENT_MAX ? number : value.toPlainString();
        } catch (NumberFormatException e) {
            return number;
        }
    }

    /** The text, with {@link #MASK} for each part that is one of them. */
    public String masked(String text) {
        if (whole.contains(text)) {
            return MASK;
        }
        if (parts.isEmpty() || text.length() < PART_MIN) {
            return text;
        }
        sort();
        StringBuilder masked = null;
        int copied = 0;
        int power = 1;
        int hash = 0;
        for (int i = 0; i < PART_MIN; i++) {
            hash = hash * 31 + text.charAt(i);
            power *= 31;
        }
        int next = 0; // a part that begins before this index is within one that was masked
        for (int i = 0; ; i++) {
            if (i >= next && filter.get(hash & (FILTER - 1))) {
                int length = lengthAt(text, i, hash);
                if (length < 0) {
                    return MASK;
                }
                if (length > 0) {
                    masked = masked == null ? new StringBuilder() : masked;
                    masked.append(text, copied, i).append(MASK);
                    copied = i + length;
                    next = copied;
                }
            }
            if (i + PART_MIN >= text.length()) {
                break;
            }
            hash = hash * 31 + text.charAt(i + PART_MIN) - power * text.charAt(i);
        }
        return masked == null
                ? text
                : masked.append(text, copied, text.length()).toString();
    }

    /** The longest of them first. */
    private void sort() {
        if (!sorted) {
            parts.values()
                    .forEach(each ->
                            each.sort(Comparator.comparingInt(String::length).reversed()));
            sorted = true;
        }
    }

    /** The length of the longest value at an index: 0 if there is none, -1 if that takes too much work to find. */
    private int lengthAt(String text, int index, int hash) {
        for (String part : parts.getOrDefault(hash, List.of())) {
            work -= 1 + Math.min(part.length(), text.length() - index) / 16;
            if (work < 0) {
                return -1;
            }
            if (text.startsWith(part, index)) {
                return part.length();
            }
        }
        return 0;
    }
}
