package dev.reeve.internal.drawing.svg;

import java.util.ArrayList;
import java.util.List;

/** Breaks running text into lines, for letters of a usual width. */
final class Lines {

    /** Of a letter of 12 pixels, on average, at most. */
    private static final double LETTER = 6.6;

    private Lines() {}

    /** At most some lines, the last of which is cut if there is more. */
    static List<String> of(String text, int width, int linesMax) {
        int letters = Math.max(20, (int) (width / LETTER));
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.strip().split("\\s+", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > letters) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        if (!line.isEmpty()) {
            lines.add(line.toString());
        }
        if (lines.size() > linesMax) {
            String rest = lines.get(linesMax - 1) + " " + lines.get(linesMax);
            lines = new ArrayList<>(lines.subList(0, linesMax - 1));
            lines.add(rest);
        }
        lines.replaceAll(each -> shortened(each, letters));
        return lines;
    }

    /** A text of letters of some size, cut to a width. */
    static String cut(String text, int size, int width) {
        return shortened(text, Math.max(10, (int) (width / (LETTER * size / 12))));
    }

    private static String shortened(String text, int letters) {
        if (text.length() <= letters) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(letters - 2)) ? letters - 2 : letters - 1;
        return text.substring(0, end).stripTrailing() + "…";
    }
}
