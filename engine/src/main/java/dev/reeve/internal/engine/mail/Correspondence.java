package dev.reeve.internal.engine.mail;

import dev.reeve.internal.core.codec.NoticeCodec;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.dispatch.Parcel;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.spi.store.ClusterHints.Hint;
import dev.reeve.spi.store.ClusterHints.Subject;
import dev.reeve.spi.store.Mail;
import dev.reeve.spi.store.MailKey;
import dev.reeve.spi.store.MailRow;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries the notices of the {@link Dispatcher} to other nodes, and theirs to it. Each letter of a node arrives once
 * and in order, as long as both nodes are registered: a letter whose outcome is unknown is sent again under the same
 * number, and a letter that was read before is left out.
 *
 * <p>{@link #hinted} may be called by any thread, {@link #runOnce} by one.
 */
public final class Correspondence {

    private static final Logger LOG = LoggerFactory.getLogger(Correspondence.class);

    private static final int PAGE_SIZE = 500;
    private static final long PAGE_LENGTH_MAX = 4 << 20;
    private static final long FIRST_LOOK_NANOS = Duration.ofMillis(50).toNanos();
    private static final long LOOK_MAX_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long RETRY_NANOS = Duration.ofMillis(500).toNanos();

    private final Mail mail;
    private final Dispatcher dispatcher;
    private final Clock clock;
    private final Supplier<String> self;
    private final Supplier<Map<Integer, String>> others;
    private final Consumer<Hint> hints;

    private final Deque<MailRow> unsent = new ArrayDeque<>();

    /** By sender: the number of the last letter that this node has handled. */
    private final Map<String, Long> last = new HashMap<>();

    /** Letters to remove from the store, by sender. */
    private final Map<String, Long> read = new HashMap<>();

    private String known = "";
    private long number;

    /** How many of the unsent letters go one by one, because the store rejects one of them. */
    private int singles;

    private boolean troubled;
    private long nextLookNanos;
    private long lookNanos = FIRST_LOOK_NANOS;
    private volatile boolean hinted;
    private volatile Runnable signal = () -> {};

    /**
     * @param self this node, with its incarnation
     * @param others the other nodes by the prefix of their sessions
     * @param hints sends notifications; must not block
     */
    public Correspondence(
            Mail mail,
            Dispatcher dispatcher,
            Clock clock,
            Supplier<String> self,
            Supplier<Map<Integer, String>> others,
            Consumer<Hint> hints) {
        this.mail = mail;
        this.dispatcher = dispatcher;
        this.clock = clock;
        this.self = self;
        this.others = others;
        this.hints = hints;
        this.nextLookNanos = clock.nanos();
    }

    /** Sets the signal for new work. It must be cheap. */
    public void onWork(Runnable action) {
        signal = action;
        dispatcher.onNotices(action);
    }

    /** There may be a letter. */
    public void hinted() {
        hinted = true;
        signal.run();
    }

    /**
     * One turn.
     *
     * @return how long to rest, in nanoseconds, unless there is more work; 0 to continue at once
     */
    public long runOnce() {
        String node = self.get();
        Map<Integer, String> nodes = others.get();
        if (!node.equals(known)) {
            begin(node);
        }
        last.keySet().retainAll(nodes.values());
        try {
            List<Parcel> received = new ArrayList<>();
            boolean more = isLookDue(nodes) && receive(node, nodes, received);
            write(node, dispatcher.correspond(nodes, received));
            send();
            troubled = false;
            return more ? 0 : Math.max(0, nextLookNanos - clock.nanos());
        } catch (StoreException e) {
            if (!troubled) {
                LOG.warn("no letters between nodes because the store does not answer; retrying: {}", e.getMessage());
            }
            troubled = true;
            return RETRY_NANOS;
        }
    }

    /** The node is registered under another incarnation: letters to and from the earlier one have left the store. */
    private void begin(String node) {
        known = node;
        unsent.clear();
        last.clear();
        read.clear();
        List<Parcel> late = dispatcher.correspond(Map.of(), List.of());
        LOG.debug("node {} begins to write letters; {} are left out", node, late.size());
    }

    /** Without other nodes there are no letters. */
    private boolean isLookDue(Map<Integer, String> nodes) {
        if (nodes.isEmpty()) {
            nextLookNanos = clock.nanos() + LOOK_MAX_NANOS;
            return false;
        }
        return hinted || clock.nanos() - nextLookNanos >= 0;
    }

    /** @return whether there may be more letters */
    private boolean receive(String node, Map<Integer, String> nodes, List<Parcel> received) {
        hinted = false;
        List<MailKey> done = new ArrayList<>();
        read.forEach((sender, upTo) -> done.add(new MailKey(sender, upTo)));
        List<MailRow> rows = mail.receive(node, done, PAGE_SIZE, PAGE_LENGTH_MAX);
        read.clear();
        boolean strangers = false;
        long length = 0;
        for (MailRow row : rows) {
            length += row.content().length();
            String sender = row.key().sender();
            if (!nodes.containsValue(sender)) {
                strangers = true; // joined a moment ago
                continue;
            }
            read.put(sender, row.key().number());
            if (last.getOrDefault(sender, Long.MIN_VALUE) < row.key().number()) {
                last.put(sender, row.key().number());
                read(row, received);
            }
        }
        lookNanos = received.isEmpty() ? Math.min(2 * lookNanos, LOOK_MAX_NANOS) : FIRST_LOOK_NANOS;
        nextLookNanos = clock.nanos() + lookNanos;
        return (rows.size() == PAGE_SIZE || length > PAGE_LENGTH_MAX / 2) && !strangers;
    }

    private static void read(MailRow row, List<Parcel> received) {
        try {
            received.add(new Parcel(row.key().sender(), NoticeCodec.read(row.content())));
        } catch (IllegalArgumentException e) {
            LOG.warn("a letter that cannot be read, perhaps of a newer release: {}", row, e);
        }
    }

    private void write(String node, List<Parcel> parcels) {
        for (Parcel parcel : parcels) {
            unsent.add(new MailRow(parcel.node(), new MailKey(node, ++number), NoticeCodec.write(parcel.notice())));
        }
    }

    private void send() {
        boolean some = !unsent.isEmpty();
        while (!unsent.isEmpty()) {
            List<MailRow> group =
                    unsent.stream().limit(singles > 0 ? 1 : PAGE_SIZE).toList();
            try {
                mail.send(group);
            } catch (StoreException e) {
                if (e.kind() != StoreException.Kind.DATA) {
                    throw e;
                }
                if (group.size() > 1) {
                    singles = group.size();
                    continue;
                }
                LOG.error("the store cannot keep a letter, which is left out: {}", group, e);
            }
            singles = Math.max(0, singles - 1);
            Set<String> receivers = new LinkedHashSet<>();
            group.forEach(row -> receivers.add(row.receiver()));
            group.forEach(row -> unsent.remove());
            receivers.forEach(receiver -> hints.accept(new Hint(Subject.MAIL, receiver)));
        }
        if (some) {
            lookNanos = FIRST_LOOK_NANOS;
            nextLookNanos = Math.min(nextLookNanos, clock.nanos() + FIRST_LOOK_NANOS);
        }
    }
}
