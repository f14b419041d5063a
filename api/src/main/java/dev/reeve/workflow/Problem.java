package dev.reeve.workflow;

/**
 * One problem in a definition or an input. Control characters in quoted text are shown as escapes.
 *
 * @param path the location, for example {@code steps.charge_payment.after[0]}; empty for the whole document
 * @param line from 1; 0 if the definition was not read from text
 * @param column from 1; 0 if the definition was not read from text
 * @param message what was found and what was expected
 * @param suggestion how to fix it; empty if the message says enough
 * @param severity whether it is refused because of this problem
 */
public record Problem(String path, int line, int column, String message, String suggestion, Severity severity) {

    private static final int LENGTH_MAX = 2_000;
    private static final String WARNING = "warning: ";

    public Problem {
        path = shown(path);
        message = shown(message);
        suggestion = shown(suggestion);
    }

    /** An error. */
    public Problem(String path, int line, int column, String message, String suggestion) {
        this(path, line, column, message, suggestion, Severity.ERROR);
    }

    /** Whether the definition is accepted all the same. */
    public boolean isWarning() {
        return severity == Severity.WARNING;
    }

    // a problem may quote any text of a definition, and is printed on terminals and in logs
    private static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < text.length() && shown.length() < LENGTH_MAX; i++) {
            char c = text.charAt(i);
            boolean half = Character.isSurrogate(c)
                    && !(Character.isHighSurrogate(c)
                            && i + 1 < text.length()
                            && Character.isLowSurrogate(text.charAt(i + 1)))
                    && !(Character.isLowSurrogate(c) && i > 0 && Character.isHighSurrogate(text.charAt(i - 1)));
            if (c < ' ' || (c >= 0x7f && c <= 0x9f) || c == 0x2028 || c == 0x2029 || half) {
                shown.append("\\u%04x".formatted((int) c));
            } else {
                shown.append(c);
            }
        }
        return shown.length() < LENGTH_MAX
                ? shown.toString()
                : shown.append('…').toString();
    }

    /** A problem in data that was not read from text. */
    public static Problem at(String path, String message, String suggestion) {
        return new Problem(path, 0, 0, message, suggestion);
    }

    /**
     * Formats the problem for a terminal as compilers do, with its source line and a marker below. Several lines, each
     * with a line break.
     *
     * @param sourceName such as the name of a file
     * @param text the text that was read
     */
    public String shownIn(String sourceName, String text) {
        StringBuilder shown = new StringBuilder(sourceName);
        if (line > 0) {
            shown.append(':').append(line).append(':').append(column);
        }
        shown.append(": ").append(isWarning() ? WARNING : "").append(message).append('\n');
        if (line > 0) {
            shown.append(SourceExcerpt.of(line, column, text));
        }
        if (!path.isEmpty()) {
            shown.append("      = at ").append(path).append('\n');
        }
        if (!suggestion.isEmpty()) {
            shown.append("      = ").append(suggestion).append('\n');
        }
        return shown.toString();
    }

    /**
     * One line for people: {@code 12:5: steps.pay.after[0]: there is no step chargee_payment. Did you mean
     * charge_payment?}
     */
    @Override
    public String toString() {
        String place = line > 0 ? line + ":" + column + ": " : "";
        String where = path.isEmpty() ? "" : path + ": ";
        return place + where + (isWarning() ? WARNING : "") + message + (suggestion.isEmpty() ? "" : ". " + suggestion);
    }
}
