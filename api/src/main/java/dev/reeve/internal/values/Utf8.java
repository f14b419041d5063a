package dev.reeve.internal.values;

/** Computes lengths in UTF-8 without encoding. */
public final class Utf8 {

    private Utf8() {}

    /**
     * Whether the text takes more than {@code max} bytes. Counts bytes only if the number of characters does not decide
     * it.
     */
    public static boolean isLongerThan(String text, int max) {
        if (text.length() > max) {
            return true;
        }
        if (text.length() <= max / 3) {
            return false;
        }
        return length(text) > max;
    }

    public static long length(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // each half of a surrogate pair counts 2, the pair 4
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
    }
}
