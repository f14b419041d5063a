package dev.reeve.core;

import java.time.Instant;

/**
 * A person holds an execution.
 *
 * @param by who
 * @param why in that person's words
 * @param since when it was paused
 */
public record Hold(String by, String why, Instant since) {

    /** For people, as in "the execution is …". */
    @Override
    public String toString() {
        return "paused by %s since %s: %s".formatted(by, Telling.time(since), why);
    }
}
