package dev.reeve.test;

import dev.reeve.Json;
import dev.reeve.agent.Handler;
import dev.reeve.internal.agent.Rehearsal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The events of one attempt.
 *
 * @param handler null if the action is not performed
 * @param taking time between the effect and the report
 */
record Turn(@Nullable Rehearsal handler, Manner manner, Duration taking) {

    /** The report that the engine receives. */
    enum Manner {
        REPORTS,
        /** The agent lives and sends no report. */
        SAYS_NOTHING,
        /** The report arrives after complete-by. */
        REPORTS_LATE,
        DIES
    }

    static Turn scripted(String action, @Nullable Handler<Json, ?> handler, Manner manner) {
        return new Turn(handler == null ? null : Rehearsal.of(action, Json.class, handler), manner, Duration.ZERO);
    }

    Turn taking(Duration time) {
        return new Turn(handler, manner, time);
    }
}
