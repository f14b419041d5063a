package dev.reeve.internal.core.state;

import dev.reeve.internal.values.Times;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long an execution was paused.
 *
 * @param total the length of all pauses that have ended
 * @param resumedAt the end of the last one; null if none has ended
 */
record HeldTime(Duration total, @Nullable Instant resumedAt) {

    static final HeldTime NONE = new HeldTime(Duration.ZERO, null);

    /** After a pause. */
    HeldTime and(Instant from, Instant to) {
        return new HeldTime(to.isAfter(from) ? total.plus(Duration.between(from, to)) : total, to);
    }

    /** The time on a clock that stands still during pauses. */
    Instant withoutPauses(Instant at) {
        return at.minus(total);
    }

    /** The time at which the clock without pauses shows this time, if no further pause comes. */
    Instant withPauses(Instant at) {
        return Times.plus(at, total);
    }
}
