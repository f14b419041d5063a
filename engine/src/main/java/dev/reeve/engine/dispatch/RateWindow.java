package dev.reeve.engine.dispatch;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How many calls have begun within the last length of time. What began within a 64th of it is kept together, so that a window is
 * small however many calls there are; it counts for as long as the last of it does. So in no length of time more begin than are
 * allowed, wherever one begins to look. Not thread-safe.
 */
final class RateWindow {

    private static final int PARTS = 64;

    /** Calls that began close together. */
    private static final class Begun {
        final long firstNanos;
        long lastNanos;
        int count;

        Begun(long nanos) {
            firstNanos = nanos;
        }
    }

    private final long lengthNanos;
    private final Deque<Begun> begun = new ArrayDeque<>(4);
    private int count;

    RateWindow(long lengthNanos) {
        this.lengthNanos = lengthNanos;
    }

    void add(long nanos) {
        Begun last = begun.peekLast();
        if (last == null || nanos - last.firstNanos >= lengthNanos / PARTS) {
            last = new Begun(nanos);
            begun.add(last);
        }
        last.lastNanos = nanos;
        last.count++;
        count++;
    }

    /** The call that began last never came about. */
    void giveBack() {
        Begun last = begun.peekLast();
        if (last != null) {
            last.count--;
            count--;
            if (last.count == 0) {
                begun.removeLast();
            }
        }
    }

    int count(long nanos) {
        Begun first;
        while ((first = begun.peekFirst()) != null && nanos - first.lastNanos >= lengthNanos) {
            count -= first.count;
            begun.removeFirst();
        }
        return count;
    }

    /** When fewer will be counted than now; only if any are. */
    long nextNanos() {
        return begun.getFirst().lastNanos + lengthNanos;
    }
}
