package dev.reeve.internal.engine.inbox;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.Loop;
import dev.reeve.internal.engine.runtime.Mailbox;
import dev.reeve.internal.engine.scheduler.admission.Overload;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.engine.scheduler.definition.Journal;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.internal.engine.scheduler.message.Refused;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for the ends of executions that other nodes own, by reading the store: at once, and then at growing intervals.
 * One query looks for all that are due.
 *
 * <p>{@link #await} may be called by any thread, {@link #runOnce} by one.
 */
public final class AwaitedEnds {

    private static final Logger LOG = LoggerFactory.getLogger(AwaitedEnds.class);

    private static final int WAITING_MAX = 100_000;
    private static final int PAGE_SIZE = 1_000;
    private static final int HISTORIES_MAX = 200;
    private static final long HISTORIES_LENGTH_MAX = 4 << 20;
    /** Short executions are over after a few milliseconds. The waits grow by half, so few looks are for long ones. */
    private static final long FIRST_WAIT_NANOS = Duration.ofMillis(4).toNanos();

    private static final long WAIT_MAX_NANOS = Duration.ofSeconds(1).toNanos();

    /** The callers that wait for one execution. */
    private static final class Awaited {
        private final List<CompletableFuture<Ended>> promises = new ArrayList<>(1);
        private long nextNanos;
        private long waitNanos = FIRST_WAIT_NANOS;

        /** As the store had it at the last look; null before. */
        private @Nullable ExecutionRow seen;

        /** When that look began. */
        private long seenNanos;

        void fail(ReeveException cause) {
            promises.forEach(promise -> promise.completeExceptionally(cause));
        }
    }

    private final StoreReader store;
    private final Definitions definitions;
    private final Clock clock;
    private final Function<ExecutionRow, @Nullable Duration> kept;
    private final Mailbox<Message.AwaitEnd> incoming = new Mailbox<>(Integer.MAX_VALUE);
    private final Map<ExecutionId, Awaited> awaited = new LinkedHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private boolean troubled;

    /** Why nothing is awaited any more; null while it is. */
    private volatile @Nullable ReeveException over;

    /** @param kept how long an execution stays in the store after its end; null for indefinitely */
    public AwaitedEnds(
            StoreReader store, Definitions definitions, Clock clock, Function<ExecutionRow, @Nullable Duration> kept) {
        this.store = store;
        this.definitions = definitions;
        this.clock = clock;
        this.kept = kept;
    }

    /** Sets the signal for another awaited execution. It must be cheap. */
    public void onWork(Runnable action) {
        incoming.onMessage(action);
    }

    /** Answers the message when its execution has ended. Forgets it when its caller cancels it. */
    public void await(Message.AwaitEnd message) {
        int before = waiting.getAndIncrement();
        if (before >= WAITING_MAX) {
            waiting.decrementAndGet();
            message.fail(Overload.questions(before));
            return;
        }
        incoming.offer(message);
        ReeveException cause = over;
        if (cause != null) {
            refuse(cause);
        }
    }

    /** The number of executions that are awaited. */
    int size() {
        return awaited.size();
    }

    /**
     * One turn.
     *
     * @return how long to rest, in nanoseconds, unless another execution is awaited
     */
    public long runOnce() {
        take();
        long nanos = clock.nanos();
        List<ExecutionId> due = due(nanos);
        if (!due.isEmpty()) {
            try {
                look(due);
                troubled = false;
            } catch (StoreException e) {
                if (!troubled) {
                    LOG.warn(
                            "ends of executions of other nodes are not seen because the store does not answer; retrying: {}",
                            e.getMessage());
                }
                troubled = true;
            }
            for (ExecutionId id : due) {
                Awaited left = awaited.remove(id);
                if (left != null) {
                    awaited.put(id, left); // at the end, so that those behind it get their turn
                    left.nextNanos = nanos + left.waitNanos;
                    left.waitNanos = Math.min(left.waitNanos + left.waitNanos / 2, WAIT_MAX_NANOS);
                }
            }
        }
        return rest();
    }

    private void take() {
        List<Message.AwaitEnd> taken = new ArrayList<>();
        incoming.drainTo(taken, WAITING_MAX);
        for (Message.AwaitEnd message : taken) {
            Awaited one = awaited.computeIfAbsent(message.id(), id -> new Awaited());
            one.promises.add(message.promise());
            one.nextNanos = clock.nanos();
            one.waitNanos = FIRST_WAIT_NANOS;
        }
    }

    /** The executions to look for now, at most a page. Forgets those for which nobody waits. */
    private List<ExecutionId> due(long nanos) {
        List<ExecutionId> due = new ArrayList<>();
        var each = awaited.entrySet().iterator();
        while (each.hasNext() && due.size() < PAGE_SIZE) {
            var entry = each.next();
            Awaited one = entry.getValue();
            if (nanos - one.nextNanos < 0) {
                continue;
            }
            int before = one.promises.size();
            one.promises.removeIf(CompletableFuture::isDone);
            waiting.addAndGet(one.promises.size() - before);
            if (one.promises.isEmpty()) {
                each.remove();
            } else {
                due.add(entry.getKey());
            }
        }
        return due;
    }

    private void look(List<ExecutionId> due) {
        long begun = clock.nanos();
        Map<ExecutionId, ExecutionRow> found = new HashMap<>();
        store.findAll(new LinkedHashSet<>(due)).forEach(row -> found.put(row.id(), row));
        List<ExecutionRow> over = new ArrayList<>();
        for (ExecutionId id : due) {
            ExecutionRow row = found.get(id);
            if (row == null) {
                Awaited missing = remove(id);
                missing.fail(whyMissing(id, missing));
                continue;
            }
            Awaited one = of(id);
            one.seen = row;
            one.seenNanos = begun;
            if (row.status().isTerminal()) {
                over.add(row);
            }
        }
        for (int i = 0; i < over.size(); i += HISTORIES_MAX) {
            tell(over.subList(i, Math.min(over.size(), i + HISTORIES_MAX)));
        }
    }

    /**
     * An execution that was open at the last look can have ended and been removed only if that look was long ago. Half
     * of the time is enough, since clocks differ. Otherwise the store has lost it.
     */
    private ReeveException whyMissing(ExecutionId id, Awaited one) {
        ExecutionRow seen = one.seen;
        if (seen == null) {
            return new Refused.NotFound(id).toException();
        }
        Duration time = kept.apply(seen);
        boolean isRemoved = time != null
                && (seen.status().isTerminal()
                        || clock.nanos() - one.seenNanos >= time.dividedBy(2).toNanos());
        return isRemoved ? Ended.removed(id) : Ended.lost(id);
    }

    /** Notifies the callers whose histories fit into one read. The next read is for the others. */
    private void tell(List<ExecutionRow> over) {
        Map<ExecutionId, List<JournalRow>> histories =
                store.histories(over.stream().map(ExecutionRow::id).toList(), HISTORIES_LENGTH_MAX);
        for (ExecutionRow row : over) {
            List<JournalRow> history = histories.get(row.id());
            if (history == null) {
                of(row.id()).waitNanos = FIRST_WAIT_NANOS;
            } else if (!history.isEmpty()) {
                tell(row, history);
            }
        }
    }

    private void tell(ExecutionRow row, List<JournalRow> history) {
        try {
            ExecutionState state =
                    Journal.fold(row.id(), definitions.versions(row.namespace(), row.workflow()), history);
            Ended ended = Ended.of(state);
            remove(row.id()).promises.forEach(promise -> promise.complete(ended));
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            remove(row.id()).fail(damaged(row.id(), e.getMessage()));
        } catch (StackOverflowError e) {
            remove(row.id()).fail(damaged(row.id(), "reading it needs more stack than there is"));
        }
    }

    private Awaited of(ExecutionId id) {
        return awaited.getOrDefault(id, new Awaited());
    }

    private Awaited remove(ExecutionId id) {
        Awaited removed = awaited.remove(id);
        if (removed == null) {
            throw new IllegalStateException("not awaited: " + id);
        }
        waiting.addAndGet(-removed.promises.size());
        return removed;
    }

    private static ReeveException damaged(ExecutionId id, @Nullable String cause) {
        return ReeveException.of(ErrorCode.STORE_UNUSABLE, new Refused.Quarantined(id, cause).message());
    }

    private long rest() {
        if (awaited.isEmpty()) {
            return Loop.UNTIL_WOKEN;
        }
        long nanos = clock.nanos();
        long rest = WAIT_MAX_NANOS;
        for (Awaited one : awaited.values()) {
            rest = Math.min(rest, one.nextNanos - nanos);
        }
        // One look serves all that are due until then.
        return Math.max(FIRST_WAIT_NANOS, rest);
    }

    /** Called after the last turn. The executions go on. */
    public void close(ReeveException cause) {
        over = cause;
        refuse(cause);
        awaited.values().forEach(one -> one.fail(cause));
        awaited.clear();
    }

    private void refuse(ReeveException cause) {
        List<Message.AwaitEnd> taken = new ArrayList<>();
        incoming.drainTo(taken, WAITING_MAX);
        taken.forEach(message -> message.fail(cause));
    }
}
