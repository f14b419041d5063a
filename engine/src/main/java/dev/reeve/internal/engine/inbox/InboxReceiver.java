package dev.reeve.internal.engine.inbox;

import dev.reeve.ExecutionId;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.inbox.ReceivedLetter.Content;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.Mailbox;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.spi.store.ClusterHints.Hint;
import dev.reeve.spi.store.ClusterHints.Subject;
import dev.reeve.spi.store.Inbox;
import dev.reeve.spi.store.InboxKey;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.RequestStore;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the messages that wait in the {@link Inbox} to the lanes that own their executions. A message stays in the
 * inbox until the batch that applies it removes it, so a message that could not be applied is read again, here or by
 * the next owner. A message that can never be applied is answered with the error.
 *
 * <p>{@link #hinted} may be called by any thread, {@link #runOnce} by one.
 */
public final class InboxReceiver {

    private static final Logger LOG = LoggerFactory.getLogger(InboxReceiver.class);

    /** The maximum number of messages on their way through the lanes. The others wait in the inbox. */
    static final int UNDER_WAY_MAX = 1_000;

    /** Bounds one look while many requests rest. */
    private static final int LIMIT_MAX = 5_000;

    private static final long UNDER_WAY_LENGTH_MAX = 16 << 20;
    private static final int PAGE_SIZE = 200;
    private static final long PAGE_LENGTH_MAX = 4 << 20;
    /** How often to look without a sign. Usually the pulse of the store tells that messages wait. */
    private static final long LOOK_NANOS = Duration.ofSeconds(10).toNanos();

    /** How long a request waits that finds no room. */
    private static final long WAIT_NANOS = Duration.ofMillis(200).toNanos();

    private static final long PAUSE_NANOS = Duration.ofSeconds(2).toNanos();

    /** A message with this number of failures rests before it is read again. */
    private static final int FAILURES_MAX = 3;

    private static final long REST_NANOS = Duration.ofMinutes(1).toNanos();

    /** How long an action waits for a look at its shard. The shard may be another node's again. */
    private static final long LATER_NANOS = Duration.ofSeconds(60).toNanos();

    private record Later(ExecutionId execution, Runnable action, long sinceNanos) {}

    /** The rows that wait. */
    private interface Waiting {
        List<InboxRow> find(ShardSet shards, int limit, long lengthMax, Set<ExecutionId> except);
    }

    private record Settled(ReceivedLetter letter, @Nullable ReeveException cause) {}

    /**
     * A message that the lanes have given up.
     *
     * @param instead the next request to the lane
     * @param untilNanos the end of its rest
     */
    private record GivenUp(Content instead, int failures, long untilNanos) {}

    private final Waiting inbox;
    private final MessageReader messages;
    private final Clock clock;
    private final Supplier<ShardSet> shards;
    private final Consumer<Message.Forwarded> lanes;
    private final Consumer<Hint> hints;
    private final Mailbox<Settled> settled = new Mailbox<>(Integer.MAX_VALUE);
    private final Map<InboxKey, ReceivedLetter> underWay = new LinkedHashMap<>();
    private final Map<InboxKey, GivenUp> givenUp = new HashMap<>();
    private final Mailbox<Later> laters = new Mailbox<>(Integer.MAX_VALUE);
    private final List<Later> later = new ArrayList<>();
    private long underWayLength;
    private boolean troubled;
    private long nextLookNanos;

    /** Whether messages wait in the inbox only because too many are under way. */
    private volatile boolean crowded;

    /** Whether the last look found requests that wait for others of their execution. */
    private boolean behind;

    private volatile boolean hinted;
    private volatile Runnable signal = () -> {};

    /**
     * The receiver of the messages of other nodes.
     *
     * @param shards the shards of this node's lanes
     * @param lanes takes messages; see {@link Message.Forwarded}
     * @param hints sends notifications; must not block
     */
    public InboxReceiver(
            Inbox inbox,
            StoreReader store,
            Definitions definitions,
            Clock clock,
            Supplier<ShardSet> shards,
            Consumer<Message.Forwarded> lanes,
            Consumer<Hint> hints) {
        this(
                (wanted, limit, lengthMax, except) -> inbox.waiting(wanted, limit, lengthMax),
                new RequestReader(store, definitions),
                clock,
                shards,
                lanes,
                hints);
    }

    private InboxReceiver(
            Waiting inbox,
            MessageReader messages,
            Clock clock,
            Supplier<ShardSet> shards,
            Consumer<Message.Forwarded> lanes,
            Consumer<Hint> hints) {
        this.inbox = inbox;
        this.messages = messages;
        this.clock = clock;
        this.shards = shards;
        this.lanes = lanes;
        this.hints = hints;
        this.nextLookNanos = clock.nanos();
    }

    /**
     * The receiver of the requests of SQL functions. Each of them stays until it is applied. One that is impossible
     * becomes an execution that has failed.
     *
     * @param starts checks starts
     */
    public static InboxReceiver ofRequests(
            RequestStore requests,
            SqlStarts starts,
            SqlRefusals refusals,
            Clock clock,
            Supplier<ShardSet> shards,
            Consumer<Message.Forwarded> lanes) {
        return new InboxReceiver(
                requests::waiting, new SqlRequestReader(starts, refusals), clock, shards, lanes, hint -> {});
    }

    /** Sets the signal for new work. It must be cheap. */
    public void onWork(Runnable action) {
        signal = action;
    }

    /** There may be a message, or this node has another shard. */
    public void hinted() {
        hinted = true;
        signal.run();
    }

    /**
     * Runs an action after the messages that wait for an execution now have gone to its lane, on the thread of this
     * receiver. Called by any thread.
     */
    public void afterLook(ExecutionId execution, Runnable action) {
        laters.offer(new Later(execution, action, clock.nanos()));
        hinted();
    }

    /** The number of messages on their way through the lanes, as the last turn saw it. */
    int underWay() {
        return underWay.size();
    }

    /**
     * One turn.
     *
     * @return how long to rest, in nanoseconds, unless there is more work; 0 to continue at once
     */
    public long runOnce() {
        // Before the read: a message that is applied while the read goes on still counts as under way then.
        settle();
        long nanos = clock.nanos();
        if (!hinted && nanos - nextLookNanos < 0) {
            return nextLookNanos - nanos;
        }
        try {
            nextLookNanos = look() ? nanos : nanos + (isWaiting() ? WAIT_NANOS : LOOK_NANOS);
            troubled = false;
        } catch (StoreException e) {
            if (!troubled) {
                LOG.warn("the inbox cannot be read because the store does not answer; retrying: {}", e.getMessage());
            }
            troubled = true;
            nextLookNanos = nanos + PAUSE_NANOS;
        }
        return Math.max(0, nextLookNanos - clock.nanos());
    }

    /** Whether requests wait for room. */
    private boolean isWaiting() {
        return givenUp.values().stream().anyMatch(one -> one.failures() == 0);
    }

    // Messages that came back from the lanes

    /** Called by any thread. */
    private void settled(ReceivedLetter letter, @Nullable ReeveException cause) {
        settled.offer(new Settled(letter, cause));
        if (cause == null && !letter.row().post().sender().isEmpty()) {
            hints.accept(new Hint(Subject.REPLY, letter.row().post().sender()));
        }
        if (crowded || (cause != null && messages.isLasting(cause))) {
            hinted();
        }
    }

    private void settle() {
        List<Settled> taken = new ArrayList<>();
        settled.drainTo(taken, Integer.MAX_VALUE);
        for (Settled one : taken) {
            ReceivedLetter letter = one.letter();
            if (!underWay.remove(letter.key(), letter)) {
                continue; // failed twice, by two threads that refuse everything
            }
            underWayLength -= letter.length();
            ReeveException cause = one.cause();
            if (cause == null) {
                givenUp.remove(letter.key());
            } else if (messages.isLasting(cause)) {
                giveUp(letter, cause);
            } else if (messages.isPatient()) {
                rest(letter, cause);
            } else {
                LOG.debug("execution={} the message {} is read again", letter.execution(), letter.key(), cause);
            }
        }
    }

    private void giveUp(ReceivedLetter letter, ReeveException cause) {
        GivenUp before = givenUp.get(letter.key());
        int failures = before == null ? 1 : before.failures() + 1;
        boolean rests = failures >= FAILURES_MAX;
        if (rests) {
            LOG.error(
                    "execution={} the message {} in the inbox can neither be applied nor be refused; trying again in a minute",
                    letter.execution(),
                    letter.key(),
                    cause);
        }
        long untilNanos = clock.nanos() + (rests ? REST_NANOS : 0);
        Content instead;
        try {
            instead = messages.instead(letter.row(), letter.content(), cause);
        } catch (StoreException e) {
            LOG.debug(
                    "execution={} the refusal of message {} waits for the store", letter.execution(), letter.key(), e);
            instead = letter.content();
        }
        givenUp.put(letter.key(), new GivenUp(instead, failures, untilNanos));
    }

    /** Lets a request wait a moment, such as for room, so that others can go first. */
    private void rest(ReceivedLetter letter, ReeveException cause) {
        LOG.debug("execution={} the request {} waits", letter.execution(), letter.key(), cause);
        givenUp.put(letter.key(), new GivenUp(letter.content(), 0, clock.nanos() + WAIT_NANOS));
    }

    // Messages from the store

    /** @return whether to look again at once */
    private boolean look() {
        hinted = false;
        laters.drainTo(later, Integer.MAX_VALUE);
        int room = Math.min(PAGE_SIZE, UNDER_WAY_MAX - underWay.size());
        ShardSet here = shards.get();
        boolean isFull = room <= 0 || underWayLength >= UNDER_WAY_LENGTH_MAX;
        // A request that comes back during this look may be the one that the next of its execution waits for.
        crowded = isFull || messages.isPatient();
        if (isFull || here.isEmpty()) {
            return false;
        }
        int limit = Math.min(underWay.size() + givenUp.size() + room, LIMIT_MAX);
        long lengthMax = underWayLength + PAGE_LENGTH_MAX;
        List<InboxRow> rows = inbox.find(here, limit, lengthMax, Set.of());
        behind = false;
        boolean some = offerAll(rows);
        if (!some && messages.isPatient() && !rows.isEmpty()) {
            // These wait for one another, and must not keep the requests of other executions waiting.
            Set<ExecutionId> waiting = new HashSet<>();
            rows.forEach(row -> waiting.add(row.post().execution()));
            rows = new ArrayList<>(rows);
            List<InboxRow> others = inbox.find(here, room, PAGE_LENGTH_MAX, waiting);
            some = offerAll(others);
            rows.addAll(others);
        }
        crowded = behind;
        if (!some) {
            forgetGone(rows);
        }
        // Also after a look that offered something: with many messages from other nodes there is hardly another one.
        boolean isOffered = !some || !behind;
        if (!later.isEmpty() && isOffered && rows.size() < limit && isAll(here, rows)) {
            runLater(here);
        }
        return some;
    }

    /**
     * Whether no messages wait but these. A look may end earlier because of the length of what follows; some of these
     * may be applied meanwhile.
     */
    private boolean isAll(ShardSet here, List<InboxRow> rows) {
        if (rows.isEmpty()) {
            return true;
        }
        Set<InboxKey> known = new HashSet<>();
        rows.forEach(row -> known.add(row.key()));
        return inbox.find(here, rows.size() + 1, Long.MAX_VALUE, Set.of()).stream()
                .allMatch(row -> known.contains(row.key()));
    }

    /** @return whether any of them goes to the lanes now */
    private boolean offerAll(List<InboxRow> rows) {
        List<InboxRow> fresh =
                rows.stream().filter(row -> !underWay.containsKey(row.key())).toList();
        // The requests of one execution go one after the other: a signal waits for the start that precedes it.
        Set<ExecutionId> earlier = new HashSet<>();
        if (messages.isPatient()) {
            underWay.values().forEach(letter -> earlier.add(letter.execution()));
        }
        boolean some = false;
        for (InboxRow row : fresh) {
            if (!messages.isPatient() || earlier.add(row.post().execution())) {
                some |= offer(row);
            } else {
                behind = true;
            }
        }
        return some;
    }

    /** Everything that waits for these shards has gone to their lanes. */
    private void runLater(ShardSet here) {
        long nanos = clock.nanos();
        List<Later> due = later.stream()
                .filter(one -> here.contains(one.execution()) || nanos - one.sinceNanos() >= LATER_NANOS)
                .toList();
        later.removeAll(due);
        due.forEach(one -> one.action().run());
    }

    /** Forgets the messages that were given up here and are not in the inbox any more: another node had them since. */
    private void forgetGone(List<InboxRow> rows) {
        Set<InboxKey> there = new HashSet<>();
        rows.forEach(row -> there.add(row.key()));
        givenUp.keySet().removeIf(key -> !there.contains(key) && !underWay.containsKey(key));
    }

    /** @return false if the message rests */
    private boolean offer(InboxRow row) {
        GivenUp before = givenUp.get(row.key());
        if (before != null && clock.nanos() - before.untilNanos() < 0) {
            return false;
        }
        ReceivedLetter letter = new ReceivedLetter(
                row, before == null ? content(row) : before.instead(), messages.isPatient(), this::settled);
        underWay.put(row.key(), letter);
        underWayLength += letter.length();
        lanes.accept(new Message.Forwarded(letter));
        return true;
    }

    private Content content(InboxRow row) {
        LOG.debug(
                "execution={} message {} of {}, stored by the database user {}",
                row.post().execution(),
                row.key(),
                row.post().sender(),
                row.user());
        return messages.content(row);
    }
}
