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
    final class Begun {
        private final long firstNanos;
        private long lastNanos;
        private int calls;

        private Begun(long nanos) {
            firstNanos = nanos;
        }

        /** One of them never came about. Nothing, if none of them counts any more. */
        void giveBack() {
            if (calls > 0) {
                calls--;
                count--;
                if (calls == 0) {
                    begun.remove(this);
                }
            }
        }
    }

    private final long lengthNanos;
    private final Deque<Begun> begun = new ArrayDeque<>(4);
    private int count;

    RateWindow(long lengthNanos) {
        this.lengthNanos = lengthNanos;
    }

    /** @return for the case that the call does not come about */
    Begun add(long nanos) {
        Begun last = begun.peekLast();
        if (last == null || nanos - last.firstNanos >= lengthNanos / PARTS) {
            last = new Begun(nanos);
            begun.add(last);
        }
        last.lastNanos = nanos;
        last.calls++;
        count++;
        return last;
    }

    int count(long nanos) {
        Begun first;
        while ((first = begun.peekFirst()) != null && nanos - first.lastNanos >= lengthNanos) {
            count -= first.calls;
            first.calls = 0;
            begun.removeFirst();
        }
        return count;
    }

    /** When fewer will be counted than now; only if any are. */
    long nextNanos() {
        return begun.getFirst().lastNanos + lengthNanos;
    }
}
