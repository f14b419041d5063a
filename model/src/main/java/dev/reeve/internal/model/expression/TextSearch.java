package dev.reeve.internal.model.expression;

/**
 * Finds a text within another, in time linear in their lengths for every input.
 *
 * @see <a href="https://doi.org/10.1137/0206024">Knuth, Morris, Pratt: Fast Pattern Matching in Strings</a>
 */
final class TextSearch {

    private final ExpressionWork work;
    private final String wanted;
    /** For each prefix of the wanted text, the length of its longest proper prefix that is also its suffix. */
    private final int[] borders;

    TextSearch(ExpressionWork work, String wanted) {
        this.work = work;
        this.wanted = wanted;
        work.characters(wanted.length());
        this.borders = new int[wanted.length() + 1];
        borders[0] = -1;
        int border = -1;
        for (int i = 0; i < wanted.length(); i++) {
            while (border >= 0 && wanted.charAt(border) != wanted.charAt(i)) {
                border = borders[border];
            }
            borders[i + 1] = ++border;
        }
    }

    /** Returns the index of the wanted text; -1 if it does not occur. */
    int indexIn(String text, int from) {
        if (wanted.isEmpty()) {
            return from <= text.length() ? from : -1; // the empty text occurs everywhere
        }
        int matched = 0;
        for (int i = from; i < text.length(); i++) {
            while (matched >= 0 && (matched == wanted.length() || wanted.charAt(matched) != text.charAt(i))) {
                matched = borders[matched];
            }
            if (++matched == wanted.length()) {
                work.characters((long) i - from);
                return i - wanted.length() + 1;
            }
        }
        work.characters((long) text.length() - from);
        return -1;
    }
}
