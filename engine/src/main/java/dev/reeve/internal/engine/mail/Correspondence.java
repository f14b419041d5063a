package dev.reeve.internal.engine.mail;

import dev.reeve.internal.engine.dispatch.Correspondent;
import dev.reeve.internal.engine.dispatch.Parcel;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.spi.store.ClusterHints.Hint;
import dev.reeve.spi.store.ClusterHints.Subject;
import dev.reeve.spi.store.Mail;
import dev.reeve.spi.store.MailProgress;
import dev.reeve.spi.store.MailRow;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries the notices of the {@link Correspondent} to other nodes, and theirs to it. Each letter of a node arrives once
 * and in order, as long as both nodes are registered: a letter whose outcome is unknown is sent again under the same
 * number, and a letter that was read before is left out.
 *
 * <p>A failover may lose letters that were stored. So a node sends the number of its letters from time to time, and one
 * that has received another number registers again.
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
    private final Correspondent correspondent;
    private final Clock clock;
    private final Supplier<Map<Integer, String>> others;
    private final Consumer<Hint> hints;
    private final Consumer<String> onLoss;

    private final UnsentLetters unsent = new UnsentLetters();
    private final ReadLetters read = new ReadLetters();

    private String known = "";

    /** Whether the store has lost letters to this registration. */
    private boolean lossy;

    private boolean troubled;
    private long nextLookNanos;
    private long lookNanos = FIRST_LOOK_NANOS;
    private volatile boolean hinted;
    private volatile Runnable signal = () -> {};

    /**
     * @param others the other nodes by the prefix of their sessions
     * @param hints sends notifications; must not block
     * @param onLoss takes the registration of this node to which the store has lost letters, so that the node registers
     *     again; must not block
     */
    public Correspondence(
            Mail mail,
            Correspondent correspondent,
            Clock clock,
            Supplier<Map<Integer, String>> others,
            Consumer<Hint> hints,
            Consumer<String> onLoss) {
        this.mail = mail;
        this.correspondent = correspondent;
        this.clock = clock;
        this.others = others;
        this.hints = hints;
        this.onLoss = onLoss;
        this.nextLookNanos = clock.nanos();
    }

    /** Sets the signal for new work. It must be cheap. */
    public void onWork(Runnable action) {
        signal = action;
        correspondent.onNotices(action);
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
        String node = correspondent.self();
        Map<Integer, String> nodes = others.get();
        if (!node.equals(known)) {
            begin(node);
        }
        if (node.isEmpty() || lossy) {
            return RETRY_NANOS;
        }
        try {
            List<Parcel> received = new ArrayList<>();
            boolean more = isLookDue(nodes) && receive(node, nodes.values(), received);
            correspondent.round(node, nodes, received).forEach(unsent::add);
            unsent.addTallies(nodes.values(), clock.nanos());
            send();
            troubled = false;
            return more ? 0 : Math.max(0, nextLookNanos - clock.nanos());
        } catch (StoreException e) {
            if (!troubled) {
                LOG.warn("no letters between nodes because the store does not answer; retrying: {}", e.getMessage());
            }
            troubled = true;
            read.doubt();
            return RETRY_NANOS;
        }
    }

    /** The node is registered under another incarnation: letters to and from the earlier one have left the store. */
    private void begin(String node) {
        known = node;
        lossy = false;
        unsent.begin(node);
        read.begin();
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
    private boolean receive(String node, Collection<String> nodes, List<Parcel> received) {
        hinted = false;
        List<MailProgress> progress = read.of(nodes);
        List<MailRow> rows = mail.receive(node, progress, PAGE_SIZE, PAGE_LENGTH_MAX);
        read.removed(progress);
        long length = 0;
        for (MailRow row : rows) {
            length += row.content().length();
            if (!read.read(row, received)) {
                lost(row);
                return false;
            }
        }
        lookNanos = received.isEmpty() ? Math.min(2 * lookNanos, LOOK_MAX_NANOS) : FIRST_LOOK_NANOS;
        nextLookNanos = clock.nanos() + lookNanos;
        return rows.size() == PAGE_SIZE || length > PAGE_LENGTH_MAX / 2;
    }

    /** From here on the two nodes know different things of each other, so both begin anew. */
    private void lost(MailRow tally) {
        LOG.error(
                "the database has lost letters of node {} to node {}; this node registers again",
                tally.key().sender(),
                tally.receiver());
        lossy = true;
        onLoss.accept(known);
    }

    private void send() {
        boolean some = false;
        while (!unsent.isEmpty()) {
            List<MailRow> group = unsent.group();
            try {
                mail.send(group);
            } catch (StoreException e) {
                if (e.kind() != StoreException.Kind.DATA) {
                    unsent.doubted(group, clock.nanos());
                    throw e;
                }
                Parcel left = unsent.rejected(group, clock.nanos(), e);
                if (left != null) {
                    correspondent.leftOut(left);
                }
                continue;
            }
            Set<String> receivers = unsent.stored(group, clock.nanos());
            receivers.forEach(receiver -> hints.accept(new Hint(Subject.MAIL, receiver)));
            some |= !receivers.isEmpty();
        }
        if (some) {
            lookNanos = FIRST_LOOK_NANOS;
            nextLookNanos = Math.min(nextLookNanos, clock.nanos() + FIRST_LOOK_NANOS);
        }
    }
}
