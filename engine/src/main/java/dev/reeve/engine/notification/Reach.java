package dev.reeve.engine.notification;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How far one receiver can be reached: how many messages it is sent at once, and since when and until when it is left alone.
 * A receiver that fails is asked with one message at a time; with each that it takes it gets twice as many.
 */
final class Reach {

    private int inFlight;
    private int window = 1;
    private int failures;
    private long pausedUntilNanos;

    /** Whether its messages are older than they may get, so that they are given up without each of them being tried. */
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

    /** @return how often it has failed, one after the other */
    int failed() {
        window = 1;
        return ++failures;
    }

    void pause(long nanos, Duration length) {
        pausedUntilNanos = nanos + length.toNanos();
    }

    /** How long it is to be left alone; 0 if it is not. */
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

    /** Whether there is nothing to remember about it. */
    boolean isForgettable() {
        return inFlight == 0 && failures == 0;
    }

    /** Null for one that nothing is known about. */
    static boolean mayBeSent(@Nullable Reach reach, long nanos, int max) {
        return reach == null || (reach.pausedNanos(nanos) == 0 && reach.room(max) > 0);
    }
}
