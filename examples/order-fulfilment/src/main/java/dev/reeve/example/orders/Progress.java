package dev.reeve.example.orders;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far the orders have come.
 *
 * @param total how many there are
 * @param accepted how many executions have been started
 * @param fulfilled how many of them ended wholly done
 * @param undone how many ended otherwise
 * @param escalated how many wait for a person who did not get them further
 */
record Progress(int total, int accepted, int fulfilled, int undone, int escalated) {

    private static final Pattern LINE = Pattern.compile("progress (\\d+) (\\d+) (\\d+) (\\d+) (\\d+)");

    int ended() {
        return fulfilled + undone;
    }

    int inFlight() {
        return accepted - ended();
    }

    boolean isOver() {
        return ended() + escalated >= total;
    }

    /** For {@link #ofLine(String)}. */
    String toLine() {
        return "progress %d %d %d %d %d".formatted(total, accepted, fulfilled, undone, escalated);
    }

    static Optional<Progress> ofLine(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches()
                ? Optional.of(new Progress(
                        Integer.parseInt(matcher.group(1)),
                        Integer.parseInt(matcher.group(2)),
                        Integer.parseInt(matcher.group(3)),
                        Integer.parseInt(matcher.group(4)),
                        Integer.parseInt(matcher.group(5))))
                : Optional.empty();
    }
}
