package dev.reeve.internal.engine.dispatch.queue;

import dev.reeve.spi.store.ShardSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Waiting steps of one action that are interchangeable with regard to limits: any of them may go when the line is
 * served. Higher priority goes first, then the order of {@link Turns}. One of {@link #FAIR} goes to the priority that
 * was not served for longest, so that low priorities are slow but not stuck. Guarded by the dispatcher's lock.
 */
public final class Line {

    /** One of this many goes to steps that would wait forever if only priority counted. */
    public static final int FAIR = 8;

    /** Steps of one priority. */
    private static final class Level {
        final Turns steps = new Turns();
        long served;

        Level(long served) {
            this.served = served;
        }
    }

    /** When the line was last served, or began to wait, relative to all lines of the action. */
    long turn;

    /** The priority under which the line is listed. Valid only while it is listed. */
    int listedPriority;

    boolean listed;

    private final TreeMap<Integer, Level> byPriority = new TreeMap<>((one, other) -> Integer.compare(other, one));
    private int size;
    private long served;

    /**
     * @return false if the step waits already; it keeps its place then
     */
    boolean add(ReadyStep ready) {
        boolean added = byPriority
                .computeIfAbsent(ready.priority(), p -> new Level(served))
                .steps
                .add(ready);
        size += added ? 1 : 0;
        return added;
    }

    /**
     * @return whether the step waited
     */
    boolean remove(ReadyStep ready) {
        Level level = byPriority.get(ready.priority());
        if (level == null || !level.steps.remove(ready)) {
            return false;
        }
        if (level.steps.isEmpty()) {
            byPriority.remove(ready.priority());
        }
        size--;
        return true;
    }

    /** Collects the steps of these shards. */
    void find(ShardSet shards, List<ReadyStep> found) {
        byPriority.values().forEach(level -> level.steps.find(shards, found));
    }

    /** The step that goes next; null if none waits. */
    @Nullable ReadyStep head() {
        return size == 0 ? null : next().getValue().steps.first();
    }

    /** Removes and returns the step that goes next. */
    ReadyStep poll() {
        Map.Entry<Integer, Level> next = next();
        Level level = next.getValue();
        ReadyStep ready = level.steps.removeFirst();
        level.served = ++served;
        if (level.steps.isEmpty()) {
            byPriority.remove(next.getKey());
        }
        size--;
        return ready;
    }

    private Map.Entry<Integer, Level> next() {
        Map.Entry<Integer, Level> next = byPriority.firstEntry();
        if (served % FAIR == FAIR - 1) {
            for (Map.Entry<Integer, Level> entry : byPriority.entrySet()) {
                next = entry.getValue().served < next.getValue().served ? entry : next;
            }
        }
        return next;
    }

    /** The highest priority of the waiting steps. Meaningless if none waits. */
    int priority() {
        return byPriority.isEmpty() ? Integer.MIN_VALUE : byPriority.firstKey();
    }

    int size() {
        return size;
    }
}
