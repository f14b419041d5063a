package dev.reeve.testkit;

import dev.reeve.core.AttemptToken;
import dev.reeve.core.Purpose;
import org.jspecify.annotations.Nullable;

/**
 * Where something can go wrong.
 *
 * @param name the number of a commit, or an attempt: {@code charge#1}, {@code charge.probe#1}, {@code charge.undo#2};
 *     {@code ship/pack#1} if the step is one of the execution that the step {@code ship} has started
 * @param purpose of the attempt; null for a commit
 */
record Point(String name, @Nullable Purpose purpose) {

    static Point commit(int number) {
        return new Point(String.valueOf(number), null);
    }

    /** @param place of the execution, as {@link Family.Member#place} has it */
    static Point attempt(String place, AttemptToken token) {
        return new Point(series(place, token) + "#" + token.attempt(), token.purpose());
    }

    /** The attempts to do, ask about or undo one step. */
    static String series(String place, AttemptToken token) {
        return place
                + token.step()
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
