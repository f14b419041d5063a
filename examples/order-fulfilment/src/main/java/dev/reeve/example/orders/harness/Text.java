package dev.reeve.example.orders.harness;

import org.jspecify.annotations.Nullable;

/** Formats text for people. */
final class Text {

    private static final int LENGTH_MAX = 200;

    private Text() {}

    /** Shortens foreign text and removes control characters, to protect the terminal. */
    static String shown(@Nullable Object foreign) {
        String text = String.valueOf(foreign);
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(LENGTH_MAX).forEach(c -> {
            if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                shown.append("\\u%04x".formatted(c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return text.codePointCount(0, text.length()) > LENGTH_MAX
                ? shown.append('…').toString()
                : shown.toString();
    }

    /** Cents, as money. */
    static String money(long cents) {
        return "%s%,d.%02d EUR".formatted(cents < 0 ? "-" : "", Math.abs(cents) / 100, Math.abs(cents) % 100);
    }
}
