package dev.reeve.workflow;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats a problem as compilers do, with its source line. */
final class ProblemText {

    /** The text to underline: a word, or a string in quotes. */
    private static final Pattern WORD = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"|'[^']*+'|[^\\s\"':,\\[\\]{}]++");

    private static final int WIDTH = 100;

    private ProblemText() {}

    static String of(Problem problem, String sourceName, String text) {
        StringBuilder shown = new StringBuilder(sourceName);
        if (problem.line() > 0) {
            shown.append(':').append(problem.line()).append(':').append(problem.column());
        }
        shown.append(": ").append(problem.message()).append('\n');
        String margin = "      | ";
        if (problem.line() > 0) {
            excerpt(shown, problem, text, margin);
        }
        if (!problem.path().isEmpty()) {
            shown.append("      = at ").append(problem.path()).append('\n');
        }
        if (!problem.suggestion().isEmpty()) {
            shown.append("      = ").append(problem.suggestion()).append('\n');
        }
        return shown.toString();
    }

    private static void excerpt(StringBuilder shown, Problem problem, String text, String margin) {
        String line = text.lines().skip(problem.line() - 1L).findFirst().orElse("");
        if (line.startsWith("\uFEFF")) {
            line = line.substring(1);
        }
        // columns count code points, some of which are two chars in Java
        int column = Math.min(problem.column() - 1, line.codePointCount(0, line.length()));
        int at = line.offsetByCodePoints(0, column);
        int from = at < WIDTH * 2 / 3 ? 0 : at - WIDTH / 3;
        int to = Math.min(line.length(), from + WIDTH);
        Matcher word = WORD.matcher(line).region(at, to);
        int length = word.lookingAt() ? word.end() - at : 1;
        shown.append("%5d | ".formatted(problem.line()))
                .append(printable(line.substring(from, to)))
                .append('\n');
        shown.append(margin).append(" ".repeat(at - from)).append('^').append("~".repeat(Math.max(0, length - 1)));
        shown.append('\n');
    }

    /** Replaces each character by exactly one, so that the marker below is aligned. */
    private static String printable(String text) {
        return text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]", " ");
    }
}
