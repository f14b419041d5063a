package dev.reeve.internal.engine.bulk;

import java.util.regex.Pattern;

/** Reduces messages to their common part, so that messages that differ only in numbers and ids are equal. */
public final class Fingerprint {

    private static final int LENGTH_MAX = 200;

    private static final Pattern TIME =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:?\\d\\d)?");

    private static final Pattern UUID =
            Pattern.compile("\\p{XDigit}{8}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{12}");

    /**
     * Letters and digits in one word, possibly with hyphens: {@code order-0173}, {@code pid4711-1f}, {@code 0x7f3a}.
     */
    private static final Pattern NAMED = Pattern.compile("\\b(?=[\\w-]*\\d)(?=[\\w-]*[A-Za-z])[\\w-]+\\b");

    private static final Pattern NUMBER = Pattern.compile("\\b\\d+([.,]\\d+)*\\b");

    private Fingerprint() {}

    public static String of(String message) {
        String line = message.replace('\n', ' ');
        String text = line.length() <= 2 * LENGTH_MAX ? line : line.substring(0, 2 * LENGTH_MAX);
        text = TIME.matcher(text).replaceAll("<time>");
        text = UUID.matcher(text).replaceAll("<id>");
        text = NAMED.matcher(text).replaceAll("<id>");
        text = NUMBER.matcher(text).replaceAll("<n>");
        return text.length() <= LENGTH_MAX ? text : text.substring(0, LENGTH_MAX - 1) + "…";
    }
}
