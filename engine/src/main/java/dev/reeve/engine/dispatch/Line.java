package dev.reeve.engine.dispatch;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Steps of one action that wait, and of which any that waits may go when the line's turn comes: higher priority first, then
 * by {@link Turns}. One of {@link #FAIR} goes to the priority that was not served for longest, whichever it is, so that what
 * matters less is slow and not stuck. Guarded by the dispatcher's lock.
 */
final class Line {

    /** Of so many that are served, one is of those that would have to wait for ever if only priority counted. */
    static final int FAIR = 8;

    /** Steps of one priority. */
    private static final class Level {
        final Turns steps = new Turns();
        long served;

        Level(long served) {
            this.served = served;
        }
    }

    /** With which calls theirs are counted; null if they are not. */
    final @Nullable Quota quota;

    /** When it was served last, or began to wait, among all lines of the action. */
    long turn;

    /** The priority under which it is listed; only while it is. */
    int listedPriority;

    boolean listed;

    private final TreeMap<Integer, Level> byPriority = new TreeMap<>((one, other) -> Integer.compare(other, one));
    private int size;
    private long served;

    Line(@Nullable Quota quota) {
        this.quota = quota;
    }

    /** @return false if it waits already; it keeps its place then */
    boolean add(ReadyStep ready) {
        boolean added = byPriority
                .computeIfAbsent(ready.priority(), p -> new Level(served))
                .steps
                .add(ready);
        size += added ? 1 : 0;
        return added;
    }

    /** @return whether it waited */
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

    /** The one that goes next; null if none waits. */
    @Nullable ReadyStep head() {
        return size == 0 ? null : next().getValue().steps.first();
    }

    /** Takes the one that goes next. */
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

    /** The highest of those that wait; meaningless if none does. */
    int priority() {
        return byPriority.isEmpty() ? Integer.MIN_VALUE : byPriority.firstKey();
    }

    int size() {
        return size;
    }
}
