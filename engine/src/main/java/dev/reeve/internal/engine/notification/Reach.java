package dev.reeve.internal.engine.notification;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The reachability of one receiver: how many messages it is sent at once, and whether and until when it is left alone.
 * A failing receiver is sent one message at a time. The number doubles with each message that it accepts.
 */
final class Reach {

    private int inFlight;
    private int window = 1;
    private int failures;
    private long pausedUntilNanos;

    /** Whether its messages have exceeded their maximum age, so that they are given up without an attempt for each. */
    private boolean expiring;

    int room(int max) {
        return Math.min(window, max) - inFlight;
    }

    void sent() {
        inFlight++;
    }

    void answered() {
        inFlight--;
    }

    void succeeded(int max) {
        failures = 0;
        expiring = false;
        window = Math.min(max, window * 2);
    }

    /**
     * @return the number of consecutive failures
     */
    int failed() {
        window = 1;
        return ++failures;
    }

    void pause(long nanos, Duration length) {
        pausedUntilNanos = nanos + length.toNanos();
    }

    /** How long to leave the receiver alone; 0 for not at all. */
    long pausedNanos(long nanos) {
        return failures == 0 ? 0 : Math.max(0, pausedUntilNanos - nanos);
    }

    boolean isFailing() {
        return failures > 0;
    }

    void expire(boolean expires) {
        expiring = expires;
    }

    boolean isExpiring() {
        return expiring;
    }

    /** Whether this object holds nothing worth keeping. */
    boolean isForgettable() {
        return inFlight == 0 && failures == 0;
    }

    /**
     * @param reach null for a receiver without a record
     */
    static boolean mayBeSent(@Nullable Reach reach, long nanos, int max) {
        return reach == null || (reach.pausedNanos(nanos) == 0 && reach.room(max) > 0);
    }
}
