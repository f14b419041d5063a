package dev.reeve.model;

/**
 * Finds a text within another in time that grows with their lengths only, whatever they hold.
 *
 * @see <a href="https://doi.org/10.1137/0206024">Knuth, Morris, Pratt: Fast Pattern Matching in Strings</a>
 */
final class TextSearch {

    private final ExpressionWork work;
    private final String wanted;
    /** For each beginning of what is wanted, how long the longest one is that it ends with. */
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

    /** Where it begins; -1 if it is not there. */
    int indexIn(String text, int from) {
        if (wanted.isEmpty()) {
            return from <= text.length() ? from : -1; // nothing is everywhere
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
