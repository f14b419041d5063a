package dev.reeve.internal.engine.scheduler.definition;

/** Estimates the memory of a compiled definition from its text. The estimate is cheap, and errs on the high side. */
final class CompiledSize {

    /** Steps and plain paths. */
    private static final long CHARACTER = 16;

    /** The program of an expression, unless the expression is only a path. */
    private static final long PROGRAM = 4_096;

    private static final String BEGIN = "${";

    private CompiledSize() {}

    static long of(String text) {
        long bytes = CHARACTER * text.length();
        for (int at = text.indexOf(BEGIN); at >= 0; at = text.indexOf(BEGIN, at + BEGIN.length())) {
            bytes += isPath(text, at + BEGIN.length()) ? 0 : PROGRAM;
        }
        return bytes;
    }

    private static boolean isPath(String text, int from) {
        int end = from;
        while (end < text.length() && isOfPath(text.charAt(end))) {
            end++;
        }
        return end < text.length() && text.charAt(end) == '}';
    }

    private static boolean isOfPath(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == ' ';
    }
}
