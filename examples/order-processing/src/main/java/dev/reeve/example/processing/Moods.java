package dev.reeve.example.processing;

import dev.reeve.example.processing.Partner.Conduct;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The partner's conduct for the requests of each order, in sequence; afterwards it answers. Thread-safe. */
final class Moods implements Partner.Mood {

    private final Map<String, Deque<Conduct>> planned = new ConcurrentHashMap<>();

    void plan(String order, Conduct... conducts) {
        planned.put(order, new ArrayDeque<>(List.of(conducts)));
    }

    /** The partner handles one request at a time, so no other thread takes from this queue. */
    @Override
    public Conduct towards(String order) {
        Deque<Conduct> next = planned.get(order);
        Conduct conduct = next == null ? null : next.poll();
        return conduct == null ? Conduct.ANSWERS : conduct;
    }
}
