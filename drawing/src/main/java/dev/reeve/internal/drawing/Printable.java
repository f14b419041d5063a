package dev.reeve.internal.drawing;

/** Text that cannot turn, hide or break what is around it. */
final class Printable {

    private static final int REPLACEMENT = 0xfffd;

    private Printable() {}

    /** One line. Characters that are not seen, or change the direction of others, are shown as replaced. */
    static String line(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.codePoints().map(Printable::shown).forEach(line::appendCodePoint);
        return line.toString();
    }

    private static int shown(int point) {
        if (Character.isWhitespace(point) || Character.isSpaceChar(point)) {
            return ' ';
        }
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> REPLACEMENT;
            default -> point;
        };
    }
}
