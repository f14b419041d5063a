package dev.reeve.internal.test.store;

import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreException.Kind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The present condition of the database: what it refuses, and whether the standby confirms. */
final class Condition {

    private final Timeline timeline;
    private long outageUntil;
    private long readOnlyUntil;
    private long slowUntil;
    private long fullUntil;
    private boolean stalled;

    Condition(Timeline timeline) {
        this.timeline = timeline;
    }

    static StoreException unavailable(String what) {
        return new StoreException(Kind.UNAVAILABLE, what, null);
    }

    static CommitOutcome broken() {
        return new CommitOutcome.InDoubt(unavailable("The connection broke (simulated)."));
    }

    void refuseAll(Duration length) {
        outageUntil = timeline.nanos() + length.toNanos();
    }

    void refuseWrites(Duration length) {
        readOnlyUntil = timeline.nanos() + length.toNanos();
    }

    void refuseCommits(Duration length) {
        fullUntil = timeline.nanos() + length.toNanos();
    }

    void slowDown(Duration length) {
        slowUntil = timeline.nanos() + length.toNanos();
    }

    boolean isSlow() {
        return timeline.nanos() < slowUntil;
    }

    /** Whether the standby does not confirm. */
    boolean isStalled() {
        return stalled;
    }

    void stall() {
        stalled = true;
    }

    void endStall() {
        stalled = false;
    }

    void heal() {
        outageUntil = 0;
        readOnlyUntil = 0;
        slowUntil = 0;
        fullUntil = 0;
    }

    /** Why this call cannot be processed now; null if it can. */
    @Nullable StoreException refusal(CallKind call) {
        long now = timeline.nanos();
        if (now < outageUntil) {
            return unavailable("Connection refused (simulated outage).");
        }
        if (call != CallKind.READ && now < readOnlyUntil) {
            return unavailable("The database is read-only (simulated).");
        }
        if (call == CallKind.COMMIT && now < fullUntil) {
            return unavailable("The disk is full (simulated).");
        }
        if (call == CallKind.OTHER_WRITE && stalled) {
            return unavailable("The standby does not confirm (simulated).");
        }
        return null;
    }
}
