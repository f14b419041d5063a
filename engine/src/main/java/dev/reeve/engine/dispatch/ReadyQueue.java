package dev.reeve.engine.dispatch;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The steps that wait for a slot for one action: higher priority first, then first come, first served. A step that is queued
 * again, as after a reload, keeps its place. Retries have a line of their own, which stands still while the budget for them is used
 * up; otherwise the two take turns. Not thread-safe.
 */
final class ReadyQueue {

    /** In the order in which they are to be served. */
    private static final class Line {

        private final TreeMap<Integer, LinkedHashSet<ReadyStep>> byPriority = new TreeMap<>(Comparator.reverseOrder());
        private int size;

        boolean add(ReadyStep ready) {
            boolean added = byPriority
                    .computeIfAbsent(ready.priority(), p -> new LinkedHashSet<>())
                    .add(ready);
            size += added ? 1 : 0;
            return added;
        }

        @Nullable ReadyStep poll() {
            Map.Entry<Integer, LinkedHashSet<ReadyStep>> first = byPriority.firstEntry();
            if (first == null) {
                return null;
            }
            ReadyStep ready = first.getValue().removeFirst();
            if (first.getValue().isEmpty()) {
                byPriority.remove(first.getKey());
            }
            size--;
            return ready;
        }

        int priority() {
            return byPriority.isEmpty() ? Integer.MIN_VALUE : byPriority.firstKey();
        }
    }

    private final Line firsts = new Line();
    private final Line retries = new Line();
    private boolean retryIsNext;
    private long waitingSinceNanos;

    void add(ReadyStep ready, long nanos) {
        boolean empty = isEmpty();
        if ((ready.retry() ? retries : firsts).add(ready) && empty) {
            waitingSinceNanos = nanos;
        }
    }

    /** @param withRetries whether the budget for them is not used up */
    @Nullable ReadyStep poll(long nanos, boolean withRetries) {
        Line line = next(withRetries);
        ReadyStep ready = line.poll();
        if (ready != null) {
            retryIsNext = line == firsts;
            waitingSinceNanos = nanos;
        }
        return ready;
    }

    private Line next(boolean withRetries) {
        if (retries.size == 0 || !withRetries) {
            return firsts;
        }
        if (firsts.size == 0) {
            return retries;
        }
        int compared = Integer.compare(retries.priority(), firsts.priority());
        return compared > 0 || (compared == 0 && retryIsNext) ? retries : firsts;
    }

    boolean hasNext(boolean withRetries) {
        return firsts.size > 0 || (withRetries && retries.size > 0);
    }

    /** The priority of the next step; meaningless if there is none. */
    int priority(boolean withRetries) {
        return next(withRetries).priority();
    }

    boolean isEmpty() {
        return size() == 0;
    }

    int size() {
        return firsts.size + retries.size;
    }

    /** How many of them are retries. */
    int retries() {
        return retries.size;
    }

    /** Since when the queue has not moved. */
    long waitingSinceNanos() {
        return waitingSinceNanos;
    }
}
