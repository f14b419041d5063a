package dev.reeve.internal.engine.scheduler.decision;

import dev.reeve.internal.engine.runtime.Clock;
import java.time.Instant;

/**
 * The time for the decisions of a lane. The store's clock may be set back a little at a sync; histories do not go back.
 * Used by the lane's thread only.
 */
public final class DecisionClock {

    private final Clock clock;
    private Instant latest = Instant.EPOCH;

    public DecisionClock(Clock clock) {
        this.clock = clock;
    }

    public Instant now() {
        Instant now = clock.now();
        latest = now.isAfter(latest) ? now : latest;
        return latest;
    }
}
