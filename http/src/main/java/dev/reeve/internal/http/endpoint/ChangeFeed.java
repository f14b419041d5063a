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
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The newest changes of this engine, for streams of events. They have ids and versions only, so a client reads what it
 * wants to know. The feed keeps a fixed number of changes. A client that is further behind gets the event
 * {@code reset}, and reads its lists again. It also counts the figures of the last hour. Thread-safe.
 */
public final class ChangeFeed implements Observer {

    private static final int KEPT = 16_384;

    /** Then a client has to prove again who it is. It goes on after the last event that it has. */
    static final Duration STREAM_MAX = Duration.ofMinutes(15);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private final Documents.@Nullable Change[] changes = new Documents.Change[KEPT];
    private final String epoch;
    private final LongSupplier nanos;
    private final LastHour hour;

    /** The number of changes so far, guarded by the lock. */
    private long count;

    /**
     * @param epoch different for each start of the engine, so that ids of an earlier one are known as such
     */
    public ChangeFeed(String epoch) {
        this(epoch, System::nanoTime);
    }

    ChangeFeed(String epoch, LongSupplier nanos) {
        this.epoch = epoch;
        this.nanos = nanos;
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
        lock.lock();
        try {
            changes[(int) (count % KEPT)] = change;
            count++;
            added.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The changes of a namespace from now on, or after the event with this id.
     *
     * @param last the id of the last event that the client has; null if it has none
     * @param longest the stream ends after this time, and after {@link #STREAM_MAX}
     */
    EventStream from(String namespace, @Nullable String workflow, @Nullable String last, Duration longest) {
        lock.lock();
        try {
            long position = last == null ? count : position(last);
            return new Stream(
                    position,
                    change -> change.namespace().equals(namespace)
                            && (workflow == null || change.workflow().equals(workflow)),
                    longest.compareTo(STREAM_MAX) < 0 ? longest : STREAM_MAX);
        } finally {
            lock.unlock();
        }
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
            lock.lock();
            try {
                while (true) {
                    if (position < Math.max(0, count - KEPT)) {
                        position = count;
                        greeted = true;
                        return event("reset", "{}");
                    }
                    if (!greeted) { // so that a client knows from where to go on, before anything changes
                        greeted = true;
                        return event("ready", "{}");
                    }
                    while (position < count) {
                        Documents.Change change = changes[(int) (position % KEPT)];
                        position++;
                        if (change != null && wanted.test(change)) {
                            return event("changed", DocumentWriter.write(change));
                        }
                    }
                    if (left <= 0 || closed) {
                        return null;
                    }
                    left = added.awaitNanos(left);
                }
            } finally {
                lock.unlock();
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
            lock.lock();
            try {
                added.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
