package dev.reeve.model;

import java.util.Locale;

/**
 * Upper and lower case, as the JDK has it without any language. The JDK takes time that grows with the square of the length
 * for texts in which many characters become longer, or have a form for the end of a word, so it is given a piece at a time.
 */
final class TextCase {

    private static final int PIECE = 32;

    private TextCase() {}

    static String upper(ExpressionWork work, String text) {
        return pieces(work, text, true);
    }

    static String lower(ExpressionWork work, String text) {
        return pieces(work, text, false);
    }

    private static String pieces(ExpressionWork work, String text, boolean upper) {
        if (isAscii(text)) {
            work.characters(text.length());
            return upper ? text.toUpperCase(Locale.ROOT) : text.toLowerCase(Locale.ROOT);
        }
        // what a sigma becomes depends on all of the word before and behind it
        work.spend(text.indexOf('Σ') < 0 ? text.length() / 2 : text.length() * 2L);
        StringBuilder result = new StringBuilder(text.length());
        int from = 0;
        while (from < text.length()) {
            int end = endOfPiece(text, from);
            String piece = text.substring(from, end);
            result.append(upper ? piece.toUpperCase(Locale.ROOT) : piece.toLowerCase(Locale.ROOT));
            from = end;
        }
        return result.toString();
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 127) {
                return false;
            }
        }
        return true;
    }

    /** Behind a space if there is one, since what a character becomes depends on its word only; never inside a character. */
    private static int endOfPiece(String text, int from) {
        int end = Math.min(from + PIECE, text.length());
        if (end == text.length()) {
            return end;
        }
        for (int i = end; i > from; i--) {
            if (text.charAt(i - 1) == ' ') {
                return i;
            }
        }
        return Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end;
    }
}
