package dev.reeve.internal.http;

/** Texts of callers, in messages and logs. */
final class Texts {

    private static final int SHOWN = 200;

    private Texts() {}

    /** Shortens a text, and replaces control characters. */
    static String printable(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(SHOWN).forEach(c -> {
            if (Character.isISOControl(c)
                    || Character.getType(c) == Character.FORMAT
                    || Character.getType(c) == Character.SURROGATE) {
                shown.append('\uFFFD');
            } else {
                shown.appendCodePoint(c);
            }
        });
        return text.length() > SHOWN ? shown + "…" : shown.toString();
    }
}
