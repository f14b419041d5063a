package dev.reeve.internal.engine.inbox;

import dev.reeve.AttemptToken;
import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.Mailbox;
import dev.reeve.internal.engine.scheduler.admission.Overload;
import dev.reeve.internal.engine.scheduler.batch.OwnFailures;
import dev.reeve.internal.engine.scheduler.message.Elsewhere;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.internal.engine.scheduler.recovery.StoreOutage;
import dev.reeve.spi.store.ClusterHints.Hint;
import dev.reeve.spi.store.ClusterHints.Subject;
import dev.reeve.spi.store.Inbox;
import dev.reeve.spi.store.InboxPost;
import dev.reeve.spi.store.ReplyRow;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores messages for executions of other nodes in the {@link Inbox}, and answers them as their owners have answered
 * them. Messages that arrive while a transaction is under way go into the next one (group commit).
 *
 * <p>A message is stored once. If the store does not say whether it has a message, its caller gets that error, and the
 * message is not repeated: the owner may have carried it out. A message without a reply within a minute is given up in
 * the same way.
 *
 * <p>{@link #carry}, {@link #hinted} and {@link #outstanding} may be called by any thread, {@link #runOnce} by one.
 */
public final class InboxSender implements Elsewhere {

    private static final Logger LOG = LoggerFactory.getLogger(InboxSender.class);

    /** The maximum number of unanswered messages for another start. */
    static final int STARTS_MAX = 10_000;

    /** The maximum number of unanswered messages for another request of a caller. */
    private static final int QUESTIONS_MAX = 100_000;

    private static final int GROUP_MAX = 500;
    private static final long GROUP_BYTES_MAX = 4 << 20;

    /** As long as callers wait. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final long FIRST_LOOK_NANOS = Duration.ofMillis(50).toNanos();
    /** Also how late a message may be given up. */
    private static final long LOOK_MAX_NANOS = Duration.ofMillis(500).toNanos();

    /** While nothing is outstanding, only late replies can come. */
    private static final long IDLE_LOOK_NANOS = Duration.ofSeconds(60).toNanos();

    private static final long PAUSE_NANOS = Duration.ofMillis(500).toNanos();

    private final Inbox inbox;
    private final String self;
    private final Clock clock;
    private final Consumer<Hint> hints;
    private final IntFunction<String> owner;
    private final AwaitedEnds ends;
    private final Mailbox<Posted> incoming = new Mailbox<>(Integer.MAX_VALUE);
    private final AtomicInteger unanswered = new AtomicInteger();
    private final AtomicLong requests;
    private final Deque<Posted> waiting = new ArrayDeque<>();

    /** By request, whose numbers grow with time. */
    private final NavigableMap<Long, Posted> posted = new TreeMap<>();

    /** How many of the waiting messages go one by one, because the store rejects one of them. */
    private int singles;

    /** Numbers of replies to remove from the store. */
    private final List<Long> done = new ArrayList<>();

    private final StoreOutage outage = new StoreOutage();
    private @Nullable StoreException trouble;
    private long nextLookNanos;
    private long lookNanos = FIRST_LOOK_NANOS;
    private volatile boolean hinted;
    private volatile Runnable signal = () -> {};

    /** Why nothing is sent any more; null while messages are sent. */
    private volatile @Nullable ReeveException over;

    /**
     * @param self the node that the replies are for, with its incarnation
     * @param random for the number of the first message, so that no other node that was ever called so has used it
     * @param ends waits for the ends of executions
     * @param hints sends notifications; must not block
     * @param owner the node that owns a shard, as far as it is known; empty if it is not
     */
    public InboxSender(
            Inbox inbox,
            String self,
            Clock clock,
            RandomGenerator random,
            AwaitedEnds ends,
            Consumer<Hint> hints,
            IntFunction<String> owner) {
        this.inbox = inbox;
        this.self = self;
        this.clock = clock;
        this.ends = ends;
        this.hints = hints;
        this.owner = owner;
        this.requests = new AtomicLong(random.nextLong() >>> 2);
        this.nextLookNanos = clock.nanos();
    }

    /** Sets the signal for new work. It must be cheap. */
    public void onWork(Runnable action) {
        signal = action;
        incoming.onMessage(action);
    }

    /** There may be a reply. */
    public void hinted() {
        hinted = true;
        signal.run();
    }

    /** The number of messages that were not answered yet. */
    public int outstanding() {
        return unanswered.get();
    }

    @Override
    public void carry(Message message) {
        switch (message) {
            case Message.Begin begin -> {
                int before = unanswered.get();
                if (before >= STARTS_MAX) {
                    message.fail(Overload.waiting(before));
                } else {
                    offer(message);
                }
            }
            case Message.Ask ask -> {
                int before = unanswered.get();
                if (isOwners(ask.command())) {
                    message.fail(moved());
                } else if (before >= QUESTIONS_MAX && !isOfAgent(ask.command())) {
                    message.fail(Overload.questions(before));
                } else {
                    offer(message);
                }
            }
            case Message.Arrive arrive -> offer(message);
            case Message.AwaitEnd await -> ends.await(await);
            case Message.Orphan orphan -> {} // the owner finds these by itself
            case Message.Grant grant -> {}
            case Message.StartChild start -> {}
            case Message.Wake wake -> {}
            case Message.Sweep sweep -> {}
            case Message.Forwarded forwarded -> message.fail(moved()); // its row is in the inbox
            case Message.Pass pass -> message.fail(moved());
            case Message.Release release -> message.fail(moved());
            case Message.Acquire acquire -> message.fail(moved());
        }
    }

    /** Agents repeat what is not answered. */
    private static boolean isOfAgent(Command command) {
        return command instanceof Command.CompleteAttempt
                || command instanceof Command.FailAttempt
                || command instanceof Command.RecordCheckpoint
                || command instanceof Command.LoseAttempt
                || command instanceof Command.GiveUpAttempt;
    }

    /** Whether only the owner of an execution finds a reason for such a command. */
    private static boolean isOwners(Command command) {
        return command instanceof Command.StartStep
                || command instanceof Command.StartChild
                || command instanceof Command.FindRound
                || command instanceof Command.WakeStep
                || command instanceof Command.WakeExecution;
    }

    private static ReeveException moved() {
        return ReeveException.of(
                ErrorCode.STORE_UNAVAILABLE,
                "the execution belongs to another node now; nothing was changed: try again");
    }

    private void offer(Message message) {
        unanswered.incrementAndGet();
        incoming.offer(new Posted(message, requests.getAndIncrement(), clock.nanos()));
        ReeveException cause = over;
        if (cause != null) {
            refuse(cause);
        }
    }

    /**
     * One turn.
     *
     * @return how long to rest, in nanoseconds, unless there is more work; 0 to continue at once
     */
    public long runOnce() {
        List<Posted> taken = new ArrayList<>();
        incoming.drainTo(taken, Integer.MAX_VALUE);
        waiting.addAll(taken);
        try {
            if (trouble != null || isLookDue()) {
                receive(); // after trouble, too: a read shows whether the store answers, and leaves nothing in doubt
            }
            post();
            trouble = null;
            outage.stored();
        } catch (StoreException e) {
            if (trouble == null) {
                LOG.warn("the inbox cannot be used because the store does not answer; retrying: {}", e.getMessage());
            }
            trouble = e;
            outage.failed(e, clock.nanos());
        }
        giveUp();
        return rest();
    }

    private boolean isLookDue() {
        return hinted || clock.nanos() - nextLookNanos >= 0;
    }

    // Replies

    private void receive() {
        hinted = false;
        long from = posted.isEmpty() ? requests.get() : posted.firstKey();
        List<ReplyRow> replies = inbox.replies(self, from, List.copyOf(done));
        done.clear();
        boolean found = false;
        for (ReplyRow row : replies) {
            done.add(row.request());
            Posted answered = posted.remove(row.request());
            if (answered != null) {
                found = true;
                unanswered.decrementAndGet();
                answer(answered, row.content());
            }
        }
        lookNanos = found ? FIRST_LOOK_NANOS : Math.min(2 * lookNanos, LOOK_MAX_NANOS);
        boolean idle = posted.isEmpty() && done.isEmpty();
        nextLookNanos = clock.nanos() + (idle ? IDLE_LOOK_NANOS : lookNanos);
    }

    private static void answer(Posted answered, String content) {
        boolean understood;
        try {
            understood = answered.answer(Reply.read(content));
        } catch (IllegalArgumentException e) {
            LOG.warn("execution={} the reply of its owner cannot be read: {}", answered.execution(), content, e);
            understood = false;
        }
        if (!understood) {
            answered.message()
                    .fail(answered.inDoubt(
                            "its owner, perhaps of a newer release, has answered '%s'".formatted(content), null));
        }
    }

    // Messages

    private void post() {
        while (!waiting.isEmpty()) {
            post(group());
            singles = Math.max(0, singles - 1);
        }
    }

    /** Takes the messages of the next transaction. */
    private List<Posted> group() {
        List<Posted> group = new ArrayList<>();
        int size = singles > 0 ? 1 : GROUP_MAX;
        long bytes = 0;
        while (group.size() < size && bytes < GROUP_BYTES_MAX && !waiting.isEmpty()) {
            Posted next = waiting.remove();
            group.add(next);
            bytes += next.weight();
        }
        return group;
    }

    private void post(List<Posted> group) {
        try {
            inbox.post(group.stream().map(this::row).toList());
        } catch (StoreException e) {
            notStored(group, e);
            return;
        }
        ReeveException closed = over;
        if (closed != null) {
            group.forEach(
                    one -> one.message().fail(one.inDoubt("this node was closed before it was answered", closed)));
            return;
        }
        long nanos = clock.nanos();
        lookNanos = FIRST_LOOK_NANOS;
        if (nextLookNanos - nanos > lookNanos) {
            nextLookNanos = nanos + lookNanos;
        }
        Set<String> owners = new LinkedHashSet<>();
        for (Posted one : group) {
            posted.put(one.request(), one);
            owners.add(owner.apply(one.execution().shard()));
        }
        owners.forEach(node -> hints.accept(new Hint(Subject.INBOX, node)));
    }

    private InboxPost row(Posted one) {
        return new InboxPost(one.execution(), self, one.request(), InboxText.write(one.message()));
    }

    private void notStored(List<Posted> group, StoreException cause) {
        switch (cause.kind()) {
            case DATA -> {
                if (group.size() == 1) {
                    reject(group.getFirst(), cause);
                } else {
                    putBack(group);
                    singles = group.size() + 1;
                }
            }
            case UNAVAILABLE, UNUSABLE -> {
                unanswered.addAndGet(-group.size());
                group.forEach(one -> one.message().fail(one.inDoubt("the store did not say so", cause)));
                throw cause;
            }
            case LOCKED, STALE -> {
                putBack(group);
                throw cause;
            }
        }
    }

    private void putBack(List<Posted> group) {
        for (int i = group.size() - 1; i >= 0; i--) {
            waiting.addFirst(group.get(i));
        }
    }

    /** The store cannot keep the content of a message. */
    private void reject(Posted one, StoreException cause) {
        if (one.message()
                instanceof
                Message.Ask(
                        ExecutionId id,
                        Command.CompleteAttempt(AttemptToken token, Json output),
                        Message.Answer answer)) {
            Command instead = new Command.FailAttempt(token, OwnFailures.refusedByStore(token, cause));
            waiting.addFirst(new Posted(new Message.Ask(id, instead, answer), one.request(), one.sinceNanos()));
            singles++;
            return;
        }
        unanswered.decrementAndGet();
        one.message().fail(OwnFailures.valueRefused(one.execution(), cause));
    }

    // The end of patience

    private void giveUp() {
        long nanos = clock.nanos();
        boolean lasting = outage.lasts(nanos);
        waiting.removeIf(one -> {
            boolean late = isLate(one, nanos);
            if (late || (lasting && one.message().isStart())) {
                unanswered.decrementAndGet();
                one.message().fail(late ? one.notStored(trouble) : outage.nothingStored());
                return true;
            }
            return false;
        });
        // The others came later, or hardly earlier.
        Iterator<Posted> oldest = posted.values().iterator();
        while (oldest.hasNext()) {
            Posted one = oldest.next();
            if (!isLate(one, nanos)) {
                return;
            }
            oldest.remove();
            unanswered.decrementAndGet();
            one.message().fail(one.inDoubt("no node has answered within " + PATIENCE.toSeconds() + " s", null));
        }
    }

    private static boolean isLate(Posted one, long nanos) {
        return nanos - one.sinceNanos() >= PATIENCE.toNanos();
    }

    private long rest() {
        long nanos = clock.nanos();
        long rest = nextLookNanos - nanos;
        if (trouble != null) {
            rest = PAUSE_NANOS;
        } else if (hinted) {
            rest = 0;
        }
        return Math.max(0, rest);
    }

    /** Called after the last turn. Stored messages will be carried out, but nobody hears of it. */
    public void close(ReeveException cause) {
        over = cause;
        refuse(cause);
        waiting.forEach(one -> one.message().fail(cause));
        waiting.clear();
        posted.values()
                .forEach(one -> one.message().fail(one.inDoubt("this node was closed before it was answered", cause)));
        posted.clear();
    }

    private void refuse(ReeveException cause) {
        List<Posted> taken = new ArrayList<>();
        incoming.drainTo(taken, Integer.MAX_VALUE);
        taken.forEach(one -> one.message().fail(cause));
    }
}
