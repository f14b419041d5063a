package dev.reeve.internal.drawing.svg;

/** Text within SVG: nothing in it is read as markup, and every character is one that XML allows. */
final class SvgText {

    private SvgText() {}

    /** For content and attributes. */
    static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            switch (point) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                case '\n' -> out.append('\n');
                default -> out.appendCodePoint(isAllowed(point) ? point : 0xfffd);
            }
        });
        return out.toString();
    }

    /** Whether XML 1.0 allows a character, and it cannot change the direction of others. */
    private static boolean isAllowed(int point) {
        boolean inXml = (point >= 0x20 && point <= 0xd7ff)
                || (point >= 0xe000 && point <= 0xfffd)
                || (point >= 0x1_0000 && (point & 0xfffe) != 0xfffe);
        return inXml && Character.getType(point) != Character.FORMAT && Character.getType(point) != Character.CONTROL;
    }
}
