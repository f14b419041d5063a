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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The letters of a node that the store does not have yet. A letter keeps its number, so one whose outcome is unknown is
 * stored once. Not thread-safe.
 */
final class UnsentLetters {

    private static final Logger LOG = LoggerFactory.getLogger(UnsentLetters.class);

    private static final int GROUP_SIZE = 500;

    private static final long TALLY_NANOS = Duration.ofSeconds(10).toNanos();

    /** Each of them comes after twice the time of the one before, and the last one 20 minutes after the last notice. */
    private static final int TALLIES = 7;

    /** @param content empty for a tally, whose content is known when it is sent */
    private record Letter(String receiver, long number, String content) {

        boolean isTally() {
            return content.isEmpty();
        }
    }

    /** What the store has got for one receiver. */
    private static final class Receiver {
        private long stored;

        /** How many of the last ones are tallies. */
        private int tallies;

        private boolean isTallyDue;
        private long tallyNanos;

        /** Whether some were sent again since the last tally. */
        private boolean repeated;

        private void due(long nanos) {
            isTallyDue = true;
            tallyNanos = nanos;
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
                letters.add(new Letter(node, ++number, ""));
            }
        }
    }

    /** The letters to store next; the same ones until they are {@link #stored} or {@link #rejected}. */
    List<MailRow> group() {
        List<MailRow> group = new ArrayList<>();
        Map<String, Long> counts = new HashMap<>();
        for (Letter letter : letters) {
            if (group.size() == (singles > 0 ? 1 : GROUP_SIZE)) {
                break;
            }
            Receiver receiver = receivers.computeIfAbsent(letter.receiver(), first -> new Receiver());
            long before = counts.getOrDefault(letter.receiver(), receiver.stored);
            String content = letter.isTally()
                    ? NoticeCodec.write(new Notice.Tally(before, receiver.repeated))
                    : letter.content();
            group.add(new MailRow(letter.receiver(), new MailKey(self, letter.number()), content));
            counts.put(letter.receiver(), before + 1);
        }
        return group;
    }

    /**
     * The store has got these letters.
     *
     * @return the receivers that have got more than tallies
     */
    Set<String> stored(List<MailRow> group, long nanos) {
        Set<String> hinted = new LinkedHashSet<>();
        for (MailRow row : group) {
            Letter letter = letters.remove();
            Receiver receiver = receiver(row);
            receiver.stored++;
            if (letter.isTally()) {
                receiver.tallies++;
                if (!receiver.isTallyDue) { // otherwise something came meanwhile
                    receiver.repeated = false;
                    receiver.isTallyDue = receiver.tallies < TALLIES;
                    receiver.tallyNanos = nanos + (TALLY_NANOS << receiver.tallies);
                }
            } else {
                if (!receiver.isTallyDue || receiver.tallies > 0) {
                    receiver.due(nanos + TALLY_NANOS);
                }
                receiver.tallies = 0;
                hinted.add(letter.receiver());
            }
        }
        singles = Math.max(0, singles - 1);
        return hinted;
    }

    private Receiver receiver(MailRow row) {
        return receivers.computeIfAbsent(row.receiver(), first -> new Receiver());
    }

    /** The store may or may not have these letters, so they are sent again. */
    void doubted(List<MailRow> group, long nanos) {
        for (MailRow row : group) {
            Receiver receiver = receiver(row);
            receiver.repeated = true;
            if (!receiver.isTallyDue || receiver.tallies > 0) {
                receiver.tallies = 0;
                receiver.due(nanos + TALLY_NANOS);
            }
        }
    }

    /** The store cannot keep one of these letters, and has none of them. If it is a single one, it is left out. */
    void rejected(List<MailRow> group, Exception cause) {
        if (group.size() > 1) {
            singles = group.size();
            return;
        }
        LOG.error("the store cannot keep a letter, which is left out: {}", group, cause);
        letters.remove();
        singles = Math.max(0, singles - 1);
    }
}
