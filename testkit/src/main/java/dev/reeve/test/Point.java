package dev.reeve.test;

import dev.reeve.AttemptToken;
import dev.reeve.Purpose;
import org.jspecify.annotations.Nullable;

/**
 * A point at which a fault can be injected.
 *
 * @param name the number of a commit, or an attempt: {@code charge#1}, {@code charge.probe#1}, {@code charge.undo#2};
 *     {@code ship/pack#1} for a step of the execution that the step {@code ship} has started
 * @param purpose of the attempt; null for a commit
 */
record Point(String name, @Nullable Purpose purpose) {

    static Point commit(int number) {
        return new Point(String.valueOf(number), null);
    }

    /** @param place {@link Family.Member#place} of the execution */
    static Point attempt(String place, AttemptToken token) {
        return new Point(series(place, token) + "#" + token.attempt(), token.purpose());
    }

    /** The common name of all attempts to perform, probe or compensate one step. */
    static String series(String place, AttemptToken token) {
        return place
                + token.step()
                + switch (token.purpose()) {
                    case FORWARD -> "";
                    case PROBE -> ".probe";
                    case COMPENSATION -> ".undo";
                };
    }

    /** Whether a fault of this kind can happen at this point. */
    boolean allows(FaultKind kind) {
        return (purpose == null) == (kind.mishap() == null);
    }
}
