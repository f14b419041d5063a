package dev.reeve.simulation.crash;

import java.util.concurrent.CompletableFuture;

/**
 * Where a process dies: at its {@code k}-th call to the store, before or after that is carried out. Thread-safe.
 *
 * <p>After it, nothing that the process does counts any more.
 */
final class CrashPoint {

    /** Whether the call at which the process dies still takes effect. */
    enum Moment {
        BEFORE,
        AFTER
    }

    private final int at;
    private final Moment moment;
    private final CompletableFuture<Void> crashed = new CompletableFuture<>();
    private int calls;

    CrashPoint(int at, Moment moment) {
        this.at = at;
        this.moment = moment;
    }

    /** One that is never reached. */
    static CrashPoint never() {
        return new CrashPoint(Integer.MAX_VALUE, Moment.BEFORE);
    }

    /** A call is about to be made. @return whether to die at it */
    synchronized boolean reached(boolean writes) {
        // Nothing is different after a read, so dying after it is dying before the next call.
        if (moment == Moment.AFTER && !writes) {
            return false;
        }
        calls++;
        return calls == at;
    }

    Moment moment() {
        return moment;
    }

    void die() {
        crashed.complete(null);
    }

    boolean isDead() {
        return crashed.isDone();
    }

    CompletableFuture<Void> crashed() {
        return crashed;
    }
}
