package dev.reeve.simulation.check;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Notices lanes that write again and again, without a rest, although nothing is stored (F33). */
final class Rush {

    /** Rests grow from 50 ms, so that an honest lane gets to seven or so. */
    private static final int TRIES_MAX = 20;

    private static final long WITHIN_NANOS = 1_000_000_000;

    private record Lane(long join, int number) {}

    private final Map<Lane, Deque<Long>> tries = new HashMap<>();

    /** @return whether it has tried too often in one second, and nothing of it was stored */
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
