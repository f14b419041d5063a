package dev.reeve.internal.client;

/** Texts of servers, which may be hostile, in messages. */
final class Shown {

    private static final int LENGTH_MAX = 200;

    private Shown() {}

    static String text(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(LENGTH_MAX).forEach(c -> shown.appendCodePoint(isPlain(c) ? c : '\uFFFD'));
        return text.length() > LENGTH_MAX ? shown + "…" : shown.toString();
    }

    private static boolean isPlain(int c) {
        int kind = Character.getType(c);
        return !Character.isISOControl(c)
                && kind != Character.FORMAT
                && kind != Character.SURROGATE
                && kind != Character.LINE_SEPARATOR
                && kind != Character.PARAGRAPH_SEPARATOR;
    }
}
