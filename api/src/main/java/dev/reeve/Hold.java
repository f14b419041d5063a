package dev.reeve;

import dev.reeve.internal.values.Times;
import java.time.Instant;

/**
 * The pause of an execution.
 *
 * @param by the actor
 * @param why the reason
 * @param since when it was paused
 */
public record Hold(String by, String why, Instant since) {

    /** Text for people, as in "the execution is …". */
    @Override
    public String toString() {
        return "paused by %s since %s: %s".formatted(by, Times.shown(since), why);
    }
}
