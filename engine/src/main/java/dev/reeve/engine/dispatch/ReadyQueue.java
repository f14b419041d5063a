package dev.reeve.engine.dispatch;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The steps that wait for a slot for one action: higher priority first, then first come, first served. A step that is queued
 * again, as after a reload, keeps its place. Not thread-safe.
 */
final class ReadyQueue {

    private final TreeMap<Integer, LinkedHashSet<ReadyStep>> byPriority = new TreeMap<>(Comparator.reverseOrder());
    private int size;
    private long waitingSinceNanos;

    void add(ReadyStep ready, long nanos) {
        if (byPriority
                        .computeIfAbsent(ready.priority(), p -> new LinkedHashSet<>())
                        .add(ready)
                && size++ == 0) {
            waitingSinceNanos = nanos;
        }
    }

    @Nullable ReadyStep poll(long nanos) {
        Map.Entry<Integer, LinkedHashSet<ReadyStep>> first = byPriority.firstEntry();
        if (first == null) {
            return null;
        }
        ReadyStep ready = first.getValue().removeFirst();
        if (first.getValue().isEmpty()) {
            byPriority.remove(first.getKey());
        }
        size--;
        waitingSinceNanos = nanos;
        return ready;
    }

    /** The priority of the next step; meaningless if the queue is empty. */
    int priority() {
        return byPriority.isEmpty() ? Integer.MIN_VALUE : byPriority.firstKey();
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** Since when the queue has not moved. */
    long waitingSinceNanos() {
        return waitingSinceNanos;
    }
}
