package dev.reeve.simulation.check;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Detects lanes that retry writes without a pause although nothing is stored (F33). */
final class Rush {

    /** Pauses grow from 50 ms, so a correct lane needs about seven tries. */
    private static final int TRIES_MAX = 20;

    private static final long WITHIN_NANOS = 1_000_000_000;

    private record Lane(long join, int number) {}

    private final Map<Lane, Deque<Long>> tries = new HashMap<>();

    /** @return whether the lane has tried too often in one second without storing anything */
    boolean asked(long join, int lane, long nanos) {
        Deque<Long> times = tries.computeIfAbsent(new Lane(join, lane), unknown -> new ArrayDeque<>());
        times.add(nanos);
        while (nanos - times.element() > WITHIN_NANOS) {
            times.remove();
        }
        return times.size() > TRIES_MAX;
    }

    void applied(long join, int lane) {
        tries.remove(new Lane(join, lane));
    }
}
