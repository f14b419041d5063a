package dev.reeve.internal.http.endpoint;

import dev.reeve.Cause;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Purpose;
import dev.reeve.internal.document.DocumentWriter;
import dev.reeve.internal.http.EventStream;
import dev.reeve.internal.http.ServerEvent;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.Observer;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The newest changes of this engine, for streams of events. They have ids and versions only, so a client reads what it
 * wants to know. The feed keeps a fixed number of changes. A client that is further behind gets the event
 * {@code reset}, and reads its lists again. It also counts the figures of the last hour. Thread-safe.
 *
 * <p>The engine calls the feed on the threads of its lanes. They only add a change and ask for a {@link WakeUp}:
 * another thread wakes the streams. No stream holds a lock that a lane needs.
 */
public final class ChangeFeed implements Observer {

    private static final int KEPT = 16_384;

    /** Then a client has to prove again who it is. It goes on after the last event that it has. */
    static final Duration STREAM_MAX = Duration.ofMinutes(15);

    /** Between two rounds of wake-ups, so that many streams and many changes do not keep the processors busy. */
    private static final Duration REST = Duration.ofMillis(5);

    /** Held by lanes that add a change, and by nobody else. */
    private final ReentrantLock adding = new ReentrantLock();

    /** Held by streams that begin to wait, and to wake them. */
    private final ReentrantLock waiting = new ReentrantLock();

    private final Condition woken = waiting.newCondition();
    private final AtomicReferenceArray<Documents.@Nullable Change> changes = new AtomicReferenceArray<>(KEPT);
    private final String epoch;
    private final LongSupplier nanos;
    private final WakeUp wakeUp;
    private final LastHour hour;

    /** The number of changes so far. Changes when the last one is in its place. */
    private volatile long count;

    /** The number of streams that wait, changed under their lock. A stream counts before it looks for changes. */
    private volatile int waiters;

    /**
     * @param epoch different for each start of the engine, so that ids of an earlier one are known as such
     */
    public ChangeFeed(String epoch) {
        this(epoch, System::nanoTime);
    }

    ChangeFeed(String epoch, LongSupplier nanos) {
        this.epoch = epoch;
        this.nanos = nanos;
        Executor now = task -> Thread.ofVirtual().name("reeve-changes").start(task);
        this.wakeUp = new WakeUp(
                this::wake, now, CompletableFuture.delayedExecutor(REST.toMillis(), TimeUnit.MILLISECONDS, now));
        this.hour = new LastHour(nanos);
    }

    @Override
    public void executionStarted(String workflow) {
        hour.add(Namespaces.namespaceOf(workflow), LastHour.Figure.STARTED);
    }

    @Override
    public void executionEnded(String workflow, ExecutionStatus status, Duration took) {
        hour.add(Namespaces.namespaceOf(workflow), LastHour.Figure.of(status));
    }

    @Override
    public void attemptEnded(String action, Purpose purpose, @Nullable Cause failure, Duration took) {
        String namespace = Namespaces.namespaceOf(action);
        hour.add(namespace, LastHour.Figure.ATTEMPTS);
        if (failure != null) {
            hour.add(namespace, LastHour.Figure.FAILURES);
        }
    }

    @Override
    public void stepEscalated(String action, Purpose purpose, Cause failure) {
        hour.add(Namespaces.namespaceOf(action), LastHour.Figure.ESCALATED);
    }

    /** The figures of this engine in a namespace. */
    Documents.LastHour lastHour(String namespace, Instant now) {
        return hour.of(namespace, now);
    }

    @Override
    public void executionChanged(String workflow, ExecutionId id, int events, ExecutionStatus status) {
        Documents.Change change =
                new Documents.Change(Namespaces.namespaceOf(workflow), Namespaces.nameOf(workflow), id, events, status);
        adding.lock();
        try {
            long number = count;
            changes.set((int) (number % KEPT), change);
            count = number + 1;
        } finally {
            adding.unlock();
        }
        if (waiters > 0) {
            wakeUp.ask();
        }
    }

    /** Wakes the streams that wait. */
    private void wake() {
        waiting.lock();
        try {
            woken.signalAll();
        } finally {
            waiting.unlock();
        }
    }

    /**
     * The changes of a namespace from now on, or after the event with this id.
     *
     * @param last the id of the last event that the client has; null if it has none
     * @param longest the stream ends after this time, and after {@link #STREAM_MAX}
     */
    EventStream from(String namespace, @Nullable String workflow, @Nullable String last, Duration longest) {
        return new Stream(
                last == null ? count : position(last),
                change -> change.namespace().equals(namespace)
                        && (workflow == null || change.workflow().equals(workflow)),
                longest.compareTo(STREAM_MAX) < 0 ? longest : STREAM_MAX);
    }

    /** -1 for an id of another start, or one that never was. */
    private long position(String id) {
        String prefix = epoch + "-";
        if (!id.startsWith(prefix) || !id.substring(prefix.length()).matches("[0-9]{1,18}")) {
            return -1;
        }
        long position = Long.parseLong(id.substring(prefix.length()));
        return position > count ? -1 : position;
    }

    /** One client's place in the feed. For one thread, except for closing. */
    private final class Stream implements EventStream {

        private final Predicate<Documents.Change> wanted;
        private long position;
        private boolean greeted;
        private final long end;
        private volatile boolean closed;

        Stream(long position, Predicate<Documents.Change> wanted, Duration longest) {
            this.position = position;
            this.wanted = wanted;
            this.end = nanos.getAsLong() + longest.toNanos();
        }

        @Override
        public @Nullable ServerEvent next(Duration patience) throws InterruptedException {
            long left = Math.min(patience.toNanos(), end - nanos.getAsLong());
            while (true) {
                ServerEvent event = nextAtOnce();
                if (event != null || left <= 0 || closed) {
                    return event;
                }
                left = await(left);
            }
        }

        private @Nullable ServerEvent nextAtOnce() {
            if (isBehind()) {
                return reset();
            }
            if (!greeted) { // so that a client knows from where to go on, before anything changes
                greeted = true;
                return event("ready", "{}");
            }
            while (position < count) {
                Documents.Change change = changes.get((int) (position % KEPT));
                if (isBehind()) { // a lane has used the place meanwhile
                    return reset();
                }
                position++;
                if (change != null && wanted.test(change)) {
                    return event("changed", DocumentWriter.write(change));
                }
            }
            return null;
        }

        /** Whether the next change is not kept any more. The oldest place may be in use for a new change. */
        private boolean isBehind() {
            return position < 0 || position <= count - KEPT;
        }

        private ServerEvent reset() {
            position = count;
            greeted = true;
            return event("reset", "{}");
        }

        /** Waits for the next wake-up. A change that comes after the look at the number is followed by one. */
        private long await(long left) throws InterruptedException {
            waiting.lock();
            int before = waiters;
            waiters = before + 1;
            try {
                long rest = left;
                while (position >= count && !closed && rest > 0) {
                    rest = woken.awaitNanos(rest);
                }
                return rest;
            } finally {
                int with = waiters; // the lock is held again
                waiters = with - 1;
                waiting.unlock();
            }
        }

        private ServerEvent event(String name, String data) {
            return new ServerEvent(epoch + "-" + position, name, data);
        }

        @Override
        public boolean isEnded() {
            return closed || end - nanos.getAsLong() <= 0;
        }

        @Override
        public void close() {
            closed = true;
            wakeUp.ask();
        }
    }
}
