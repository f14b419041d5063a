package dev.reeve.internal.engine.mail;

import dev.reeve.internal.core.codec.Notice;
import dev.reeve.internal.core.codec.NoticeCodec;
import dev.reeve.internal.engine.dispatch.Parcel;
import dev.reeve.spi.store.MailKey;
import dev.reeve.spi.store.MailRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The letters of a node that the store does not have yet. A letter keeps its number, so one whose outcome is unknown is
 * stored once. Not thread-safe.
 */
final class UnsentLetters {

    private static final Logger LOG = LoggerFactory.getLogger(UnsentLetters.class);

    private static final int GROUP_SIZE = 500;

    /** @param content empty for a tally, whose content is known when it is sent */
    private record Letter(String receiver, long number, String content) {}

    private final Deque<Letter> letters = new ArrayDeque<>();

    /** By receiver: how many letters the store has got. */
    private final Map<String, Long> stored = new HashMap<>();

    private String self = "";
    private long number;

    /** How many of the letters go one by one, because the store rejects one of them. */
    private int singles;

    /** Begins anew. Nobody reads the letters of an earlier registration. */
    void begin(String node) {
        self = node;
        letters.clear();
        stored.clear();
        singles = 0;
    }

    boolean isEmpty() {
        return letters.isEmpty();
    }

    void add(Parcel parcel) {
        letters.add(new Letter(parcel.node(), ++number, NoticeCodec.write(parcel.notice())));
    }

    /** Adds a tally for each of these nodes that has got letters. */
    void addTallies(Collection<String> nodes) {
        for (String node : nodes) {
            if (stored.containsKey(node)) {
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
            String receiver = letter.receiver();
            long before = counts.getOrDefault(receiver, stored.getOrDefault(receiver, 0L));
            String content =
                    letter.content().isEmpty() ? NoticeCodec.write(new Notice.Tally(before)) : letter.content();
            group.add(new MailRow(receiver, new MailKey(self, letter.number()), content));
            counts.put(receiver, before + 1);
        }
        return group;
    }

    void stored(List<MailRow> group) {
        for (MailRow row : group) {
            letters.remove();
            stored.merge(row.receiver(), 1L, Long::sum);
        }
        singles = Math.max(0, singles - 1);
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
