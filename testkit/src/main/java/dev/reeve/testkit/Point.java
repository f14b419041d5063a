package dev.reeve.testkit;

import dev.reeve.core.AttemptToken;
import dev.reeve.core.Purpose;
import org.jspecify.annotations.Nullable;

/**
 * Where something can go wrong.
 *
 * @param name the number of a commit, or an attempt: {@code charge#1}, {@code charge.probe#1}, {@code charge.undo#2}
 * @param purpose of the attempt; null for a commit
 */
record Point(String name, @Nullable Purpose purpose) {

    static Point commit(int number) {
        return new Point(String.valueOf(number), null);
    }

    static Point attempt(AttemptToken token) {
        return new Point(series(token) + "#" + token.attempt(), token.purpose());
    }

    /** The attempts to do, ask about or undo one step. */
    static String series(AttemptToken token) {
        return token.step()
                + switch (token.purpose()) {
                    case FORWARD -> "";
                    case PROBE -> ".probe";
                    case COMPENSATION -> ".undo";
                };
    }

    /** Whether this can happen here. */
    boolean allows(FaultKind kind) {
        return (purpose == null) == (kind.mishap() == null);
    }
}
