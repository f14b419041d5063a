package dev.reeve.example.orders.service;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A service that nobody can reach for a while, if there is one. Thread-safe. */
public final class Outage {

    private volatile @Nullable String service;
    private final AtomicInteger turnedAway = new AtomicInteger();

    /** @param name what its actions begin with, as {@code shipping} */
    public void begin(String name) {
        service = name;
    }

    public void end() {
        service = null;
    }

    /** How many calls found nobody there. */
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
