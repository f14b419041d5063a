package dev.reeve.example.processing;

import dev.reeve.example.processing.Partner.Conduct;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How the partner deals with the requests for each order, one after the other; then it answers. Thread-safe. */
final class Moods implements Partner.Mood {

    private final Map<String, Deque<Conduct>> planned = new ConcurrentHashMap<>();

    void plan(String order, Conduct... conducts) {
        planned.put(order, new ArrayDeque<>(List.of(conducts)));
    }

    /** The partner asks for one request after the other, so nobody else takes from the same queue. */
    @Override
    public Conduct towards(String order) {
        Deque<Conduct> next = planned.get(order);
        Conduct conduct = next == null ? null : next.poll();
        return conduct == null ? Conduct.ANSWERS : conduct;
    }
}
