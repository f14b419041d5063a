package dev.reeve.example.orders.harness;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The progress of a run.
 *
 * @param total number of orders
 * @param accepted number of executions started
 * @param fulfilled number of executions that completed
 * @param undone number of executions that ended otherwise
 * @param escalated number of executions that still wait for a person after the operator's retries
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
