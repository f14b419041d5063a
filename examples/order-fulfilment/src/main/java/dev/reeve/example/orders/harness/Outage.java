package dev.reeve.example.orders.harness;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A temporary outage of one service. Thread-safe. */
public final class Outage {

    private volatile @Nullable String service;
    private final AtomicInteger turnedAway = new AtomicInteger();

    /** @param name prefix of the service's actions, such as {@code shipping} */
    public void begin(String name) {
        service = name;
    }

    public void end() {
        service = null;
    }

    /** Number of calls that failed during outages. */
    public int turnedAway() {
        return turnedAway.get();
    }

    boolean hits(String action) {
        String down = service;
        if (down == null || !action.startsWith(down + ".")) {
            return false;
        }
        turnedAway.incrementAndGet();
        return true;
    }
}
