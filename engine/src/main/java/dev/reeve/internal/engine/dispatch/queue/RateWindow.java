package dev.reeve.internal.engine.dispatch.queue;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Number of calls that began within the last period. Calls that began within the same 64th of the period are kept
 * together and count until the last of them leaves the period. The window stays small at any number of calls, and no
 * period of this length, wherever it begins, contains more begun calls than allowed. Not thread-safe.
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

        /** Removes one call that did not take place. Does nothing if the calls no longer count. */
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

    /**
     * @return the handle for giving the call back if it does not take place
     */
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

    /** When the count next decreases. Valid only while it is above zero. */
    long nextNanos() {
        return begun.getFirst().lastNanos + lengthNanos;
    }
}
