package dev.reeve.internal.engine.mail;

import dev.reeve.internal.core.codec.Notice;
import dev.reeve.internal.core.codec.NoticeCodec;
import dev.reeve.internal.engine.dispatch.Parcel;
import dev.reeve.spi.store.MailKey;
import dev.reeve.spi.store.MailRow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The letters of a node that the store does not have yet. A letter keeps its number, so one whose outcome is unknown is
 * stored once. Not thread-safe.
 */
final class UnsentLetters {

    private static final Logger LOG = LoggerFactory.getLogger(UnsentLetters.class);

    private static final int GROUP_SIZE = 500;
    private static final int GROUP_LENGTH = 4 << 20;

    private static final long TALLY_NANOS = Duration.ofSeconds(10).toNanos();

    /** Each of them comes after twice the time of the one before, and the last one 21 minutes after the last notice. */
    private static final int TALLIES = 7;

    /** @param content empty for a tally, whose content is known when it is sent */
    private record Letter(String receiver, long number, String content) {

        boolean isTally() {
            return content.isEmpty();
        }
    }

    /** The letters of one receiver that the store has got. */
    private static final class Receiver {
        private long stored;

        /** The last letter that was sent again since the last tally; 0 for none. */
        private long repeated;

        /** How many tallies were stored since the last notice. */
        private int tallies;

        /** Whether a tally is among the letters. */
        private boolean isTallyQueued;

        /** When the next tally is to be queued, if {@link #isTallyDue}. */
        private long tallyNanos;

        private boolean isTallyDue;

        private void tallySoon(long nanos) {
            if (tallies > 0 || !(isTallyDue || isTallyQueued)) {
                isTallyDue = true;
                tallyNanos = nanos + TALLY_NANOS;
            }
            tallies = 0;
        }
    }

    private final Deque<Letter> letters = new ArrayDeque<>();
    private final Map<String, Receiver> receivers = new HashMap<>();
    private String self = "";
    private long number;

    /** How many of the letters go one by one, because the store rejects one of them. */
    private int singles;

    /** Begins anew. Nobody reads the letters of an earlier registration. */
    void begin(String node) {
        self = node;
        letters.clear();
        receivers.clear();
        singles = 0;
    }

    boolean isEmpty() {
        return letters.isEmpty();
    }

    void add(Parcel parcel) {
        letters.add(new Letter(parcel.node(), ++number, NoticeCodec.write(parcel.notice())));
    }

    /**
     * Adds the tallies that are due. A failover loses the letters of seconds or minutes, so a receiver gets a few after
     * the last notice, and then no more.
     *
     * @param nodes the registered nodes
     */
    void addTallies(Collection<String> nodes, long nanos) {
        for (String node : nodes) {
            Receiver receiver = receivers.get(node);
            if (receiver != null && receiver.isTallyDue && nanos - receiver.tallyNanos >= 0) {
                receiver.isTallyDue = false;
                receiver.isTallyQueued = true;
                letters.add(new Letter(node, ++number, ""));
            }
        }
    }

    /** The letters to store next; the same ones until they are {@link #stored} or {@link #rejected}. */
    List<MailRow> group() {
        List<MailRow> group = new ArrayList<>();
        Map<String, Long> counts = new HashMap<>();
        long length = 0;
        for (Letter letter : letters) {
            length += letter.content().length();
            boolean full = group.size() == (singles > 0 ? 1 : GROUP_SIZE) || length > GROUP_LENGTH;
            if (full && !group.isEmpty()) {
                break;
            }
            Receiver receiver = receiver(letter);
            long before = counts.getOrDefault(letter.receiver(), receiver.stored);
            String content = letter.isTally()
                    ? NoticeCodec.write(new Notice.Tally(before, receiver.repeated > 0))
                    : letter.content();
            group.add(new MailRow(letter.receiver(), new MailKey(self, letter.number()), content));
            counts.put(letter.receiver(), before + 1);
        }
        return group;
    }

    private Receiver receiver(Letter letter) {
        return receivers.computeIfAbsent(letter.receiver(), first -> new Receiver());
    }

    /**
     * The store has got these letters.
     *
     * @return the receivers that have got more than tallies
     */
    Set<String> stored(List<MailRow> group, long nanos) {
        Set<String> hinted = new LinkedHashSet<>();
        for (int i = 0; i < group.size(); i++) {
            Letter letter = letters.remove();
            Receiver receiver = receiver(letter);
            receiver.stored++;
            if (letter.isTally()) {
                tallied(receiver, letter.number(), nanos);
            } else {
                receiver.tallySoon(nanos);
                hinted.add(letter.receiver());
            }
        }
        singles = Math.max(0, singles - 1);
        return hinted;
    }

    private static void tallied(Receiver receiver, long number, long nanos) {
        receiver.isTallyQueued = false;
        receiver.tallies++;
        if (number <= receiver.repeated) { // an earlier try of it may not have said so
            receiver.tallySoon(nanos);
            return;
        }
        receiver.repeated = 0;
        if (!receiver.isTallyDue && receiver.tallies < TALLIES) {
            receiver.isTallyDue = true;
            receiver.tallyNanos = nanos + (TALLY_NANOS << receiver.tallies);
        }
    }

    /** The store may or may not have these letters, so they are sent again. */
    void doubted(List<MailRow> group, long nanos) {
        for (MailRow row : group) {
            Receiver receiver = receivers.computeIfAbsent(row.receiver(), first -> new Receiver());
            receiver.repeated = Math.max(receiver.repeated, row.key().number());
            receiver.tallySoon(nanos);
        }
    }

    /**
     * The store cannot keep one of these letters, and has got none of them now. If it is a single one, it is left out.
     *
     * @return the receiver and the notice that is left out; null if there is none
     */
    @Nullable Parcel rejected(List<MailRow> group, long nanos, Exception cause) {
        if (group.size() > 1) {
            singles = group.size();
            return null;
        }
        LOG.error("the store cannot keep a letter, which is left out: {}", group, cause);
        singles = Math.max(0, singles - 1);
        Letter letter = letters.remove();
        if (letter.isTally()) {
            Receiver receiver = receiver(letter);
            receiver.isTallyQueued = false;
            receiver.tallySoon(nanos);
            return null;
        }
        return new Parcel(letter.receiver(), NoticeCodec.read(letter.content()));
    }
}
