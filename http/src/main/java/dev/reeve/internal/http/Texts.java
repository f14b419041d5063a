package dev.reeve.internal.http;

/** Texts of callers, in messages and logs. */
final class Texts {

    private static final int SHOWN = 200;

    private Texts() {}

    /** Shortens a text, and replaces control characters. */
    static String printable(String text) {
        boolean isLong = text.codePointCount(0, text.length()) > SHOWN;
        return isLong ? line(text.substring(0, text.offsetByCodePoints(0, SHOWN))) + "…" : line(text);
    }

    /** Replaces control characters, so that a text stays on its line. */
    static String line(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (Character.isISOControl(c)
                    || Character.getType(c) == Character.FORMAT
                    || Character.getType(c) == Character.SURROGATE) {
                shown.append('\uFFFD');
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }
}
