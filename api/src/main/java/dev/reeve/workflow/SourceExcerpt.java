package dev.reeve.workflow;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats one line of a text with a marker below, as compilers do. */
final class SourceExcerpt {

    /** The text to underline: a word, or a string in quotes. */
    private static final Pattern WORD = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"|'[^']*+'|[^\\s\"':,\\[\\]{}]++");

    private static final int WIDTH = 100;

    private static final String MARGIN = "      | ";

    private SourceExcerpt() {}

    /**
     * @param number the number of the line, from 1
     * @param place the column of the marker in code points, from 1
     */
    static String of(int number, int place, String text) {
        StringBuilder shown = new StringBuilder();
        String line = text.lines().skip(number - 1L).findFirst().orElse("");
        if (line.startsWith("\uFEFF")) {
            line = line.substring(1);
        }
        // columns count code points, some of which are two chars in Java
        int column = Math.min(place - 1, line.codePointCount(0, line.length()));
        int at = line.offsetByCodePoints(0, column);
        int from = at < WIDTH * 2 / 3 ? 0 : at - WIDTH / 3;
        int to = Math.min(line.length(), from + WIDTH);
        Matcher word = WORD.matcher(line).region(at, to);
        int length = word.lookingAt() ? word.end() - at : 1;
        shown.append("%5d | ".formatted(number))
                .append(printable(line.substring(from, to)))
                .append('\n');
        shown.append(MARGIN).append(" ".repeat(at - from)).append('^').append("~".repeat(Math.max(0, length - 1)));
        return shown.append('\n').toString();
    }

    /** Replaces each character by exactly one, so that the marker below is aligned. */
    private static String printable(String text) {
        return text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]", " ");
    }
}
