package dev.reeve;

import dev.reeve.internal.values.Times;
import java.time.Instant;

/**
 * The pause of an execution.
 *
 * @param actor who asked for it
 * @param reason as the actor gave it
 * @param since when it was paused
 */
public record Hold(String actor, String reason, Instant since) {

    /** Text for people, as in "the execution is …". */
    @Override
    public String toString() {
        return "paused by %s since %s: %s".formatted(actor, Times.shown(since), reason);
    }
}
