package dev.reeve.internal.model.expression;

import java.text.BreakIterator;
import java.util.Locale;

/**
 * Converts to upper and lower case, as the JDK does for the root locale. The JDK takes quadratic time for texts in
 * which many characters become longer or have a special form at the end of a word. The text is therefore converted in
 * pieces, and the forms that depend on the word are determined here. The result differs from the JDK's only behind
 * letters beyond U+FFFF, such as 𐐀, in a word with a sigma: whether the JDK recognises these depends on their position
 * in the text.
 */
final class TextCase {

    private static final int PIECE = 32;
    private static final char SIGMA = 'Σ';
    private static final char SMALL_SIGMA = 'σ';
    private static final char FINAL_SIGMA = 'ς';

    private TextCase() {}

    static String upper(ExpressionWork work, String text) {
        if (isAscii(text)) {
            work.characters(text.length());
            return text.toUpperCase(Locale.ROOT);
        }
        work.spend(text.length() / 2);
        return pieces(text, true);
    }

    static String lower(ExpressionWork work, String text) {
        if (isAscii(text)) {
            work.characters(text.length());
            return text.toLowerCase(Locale.ROOT);
        }
        if (text.indexOf(SIGMA) < 0) {
            work.spend(text.length() / 2);
            return pieces(text, false);
        }
        work.spend(text.length() * 2L);
        return pieces(withSmallSigmas(text), false);
    }

    /** The conversion of a character does not depend on others, except for the sigma in lower case. */
    private static String pieces(String text, boolean upper) {
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

    /** Never splits a surrogate pair. */
    private static int endOfPiece(String text, int from) {
        int end = Math.min(from + PIECE, text.length());
        return end < text.length() && Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end;
    }

    /**
     * In each word, the last cased character becomes a final sigma if it is a sigma and not the only cased character.
     */
    private static String withSmallSigmas(String text) {
        StringBuilder result = new StringBuilder(text.replace(SIGMA, SMALL_SIGMA));
        // word boundaries as the JDK uses them for the sigma
        BreakIterator words = BreakIterator.getWordInstance(Locale.ROOT);
        words.setText(text);
        int from = words.first();
        for (int to = words.next(); to != BreakIterator.DONE; to = words.next()) {
            int last = lastCased(text, from, to);
            if (last >= 0 && text.charAt(last) == SIGMA && lastCased(text, from, last) >= 0) {
                result.setCharAt(last, FINAL_SIGMA);
            }
            from = to;
        }
        return result.toString();
    }

    private static int lastCased(String text, int from, int to) {
        int at = to;
        while (at > from) {
            int character = text.codePointBefore(at);
            at -= Character.charCount(character);
            if (isCased(character)) {
                return at;
            }
        }
        return -1;
    }

    /** As the JDK's {@code ConditionalSpecialCasing}: letters with a case, and similar characters. */
    private static boolean isCased(int character) {
        return switch (Character.getType(character)) {
            case Character.UPPERCASE_LETTER, Character.LOWERCASE_LETTER, Character.TITLECASE_LETTER -> true;
            default ->
                isIn(character, 0x02B0, 0x02B8) // modifier letters
                        || isIn(character, 0x02C0, 0x02C1)
                        || isIn(character, 0x02E0, 0x02E4)
                        || character == 0x0345 // combining iota subscript
                        || character == 0x037A
                        || isIn(character, 0x1D2C, 0x1D61)
                        || isIn(character, 0x2160, 0x217F) // roman numerals
                        || isIn(character, 0x24B6, 0x24E9); // circled letters
        };
    }

    private static boolean isIn(int character, int first, int last) {
        return first <= character && character <= last;
    }
}
