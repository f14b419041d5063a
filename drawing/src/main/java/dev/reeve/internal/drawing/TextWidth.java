package dev.reeve.internal.drawing;

/**
 * How wide a text is, without a font at hand: the widths of DejaVu Sans, which is among the widest fonts that systems
 * show for {@code sans-serif}, less a part that the margins of a card can take. In other fonts, there is room left.
 */
final class TextWidth {

    /** In thousandths of the size of the font, from the space to the tilde. */
    private static final short[] REGULAR = {
        318, 401, 460, 838, 637, 951, 780, 275, 391, 391, 500, 838, 318, 361, 318, 337, 637, 637, 637, 637, 637, 637,
        637, 637, 637, 637, 337, 337, 838, 838, 838, 531, 1000, 685, 687, 699, 771, 632, 576, 775, 752, 295, 295, 656,
        558, 863, 749, 788, 604, 788, 695, 635, 611, 732, 685, 989, 686, 611, 686, 391, 337, 391, 838, 500, 500, 613,
        635, 550, 635, 616, 353, 635, 634, 278, 278, 580, 278, 975, 634, 612, 635, 635, 412, 521, 393, 634, 592, 818,
        592, 592, 525, 637, 337, 637, 838
    };

    private static final double REGULAR_PART = 0.93;
    private static final double BOLD_PART = 1.05;
    private static final int OTHER = 700;
    private static final int WIDE = 1_050;
    private static final int PICTURE = 1_400;

    private TextWidth() {}

    /**
     * @param size of the font, in pixels
     */
    static double of(String text, double size, boolean bold) {
        long sum = 0;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            sum += width(point);
            i += Character.charCount(point);
        }
        return sum * size * (bold ? BOLD_PART : REGULAR_PART) / 1000;
    }

    private static int width(int point) {
        if (point >= ' ' && point <= '~') {
            return REGULAR[point - ' '];
        }
        if (point >= 0x1_f000 && point < 0x2_0000) {
            return PICTURE;
        }
        return point == '…' || point >= 0x1100 ? WIDE : OTHER;
    }

    /** The text, or its beginning and an ellipsis, if it is wider. */
    static String cut(String text, double size, boolean bold, double widthMax) {
        if (of(text, size, bold) <= widthMax) {
            return text;
        }
        double room = widthMax - of("…", size, bold);
        int end = 0;
        while (end < text.length()) {
            int point = text.codePointAt(end);
            room -= width(point) * size * (bold ? BOLD_PART : REGULAR_PART) / 1000;
            if (room < 0) {
                break;
            }
            end += Character.charCount(point);
        }
        return text.substring(0, end).stripTrailing() + "…";
    }
}
