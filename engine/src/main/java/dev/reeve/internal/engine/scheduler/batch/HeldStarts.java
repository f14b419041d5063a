package dev.reeve.internal.engine.scheduler.batch;

import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.Loop;
import dev.reeve.internal.engine.scheduler.message.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Starts whose key a foreign transaction holds. Whether the key is taken is known only once that transaction ends. They
 * wait here, beside the lane, which goes on with all others. From time to time they go with a batch that looks at their
 * keys again. A start whose key stays held is refused. Used by the lane's thread.
 */
final class HeldStarts {

    /** How long a start waits. A transaction that is about to commit should not cost its other callers an error. */
    static final Duration PATIENCE = Duration.ofMillis(500);

    /** How long until the keys are looked at again. */
    static final Duration INTERVAL = Duration.ofMillis(25);

    /** How many starts wait in one lane. More are refused at once: they would be most of a batch each time. */
    static final int WAITING_MAX = 1_000;

    private record Waiting(Message start, long sinceNanos) {}

    private final Clock clock;
    private final List<Waiting> waiting = new ArrayList<>(0);

    /** Since when those wait that went with the last batch. */
    private IdentityHashMap<Message, Long> since = new IdentityHashMap<>();

    /** When they go again, in monotonic nanoseconds. */
    private long nextNanos;

    HeldStarts(Clock clock) {
        this.clock = clock;
    }

    void add(Message start) {
        long nanos = clock.nanos();
        @Nullable Long before = since.get(start);
        long first = before == null ? nanos : before;
        if (nanos - first >= PATIENCE.toNanos() || waiting.size() >= WAITING_MAX) {
            start.fail(OwnFailures.heldKey());
            return;
        }
        if (waiting.isEmpty()) {
            nextNanos = nanos + INTERVAL.toNanos();
        }
        waiting.add(new Waiting(start, first));
    }

    /** Adds those that go again now. */
    void takeTo(List<Message> taken) {
        since = new IdentityHashMap<>();
        if (rest() > 0) {
            return;
        }
        for (Waiting one : waiting) {
            since.put(one.start(), one.sinceNanos());
            taken.add(one.start());
        }
        waiting.clear();
    }

    /** How long until some go again, in nanoseconds. */
    long rest() {
        return waiting.isEmpty() ? Loop.UNTIL_WOKEN : Math.max(0, nextNanos - clock.nanos());
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Moves some of them to a list. */
    void removeTo(List<Message> removed, Predicate<Message> some) {
        for (Iterator<Waiting> all = waiting.iterator(); all.hasNext(); ) {
            Message start = all.next().start();
            if (some.test(start)) {
                removed.add(start);
                all.remove();
            }
        }
    }
}
