package dev.reeve.internal.engine.mail;

import dev.reeve.internal.core.codec.Notice;
import dev.reeve.internal.core.codec.NoticeCodec;
import dev.reeve.internal.engine.dispatch.Parcel;
import dev.reeve.spi.store.MailProgress;
import dev.reeve.spi.store.MailRow;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How far a node has read the letters of the other nodes. Not thread-safe. */
final class ReadLetters {

    private static final Logger LOG = LoggerFactory.getLogger(ReadLetters.class);

    /** The letters of one sender. */
    private static final class Progress {

        /** The last letter that this node has read. */
        private long read;

        /** The last letter that has left the store. */
        private long removed;

        /** How many letters this node has read. */
        private long count;
    }

    private final Map<String, Progress> senders = new HashMap<>();

    /** Begins anew. Letters to an earlier registration have left the store. */
    void begin() {
        senders.clear();
    }

    /** The progress for each of these nodes. */
    List<MailProgress> of(Collection<String> nodes) {
        senders.keySet().retainAll(nodes);
        return nodes.stream()
                .map(node -> {
                    Progress progress = progress(node);
                    return new MailProgress(node, progress.removed, progress.read);
                })
                .toList();
    }

    private Progress progress(String sender) {
        return senders.computeIfAbsent(sender, first -> new Progress());
    }

    /** The store has removed what was read. */
    void removed(List<MailProgress> done) {
        done.forEach(one -> progress(one.sender()).removed = one.read());
    }

    /** The store has failed. Letters that it had removed may be there again. */
    void doubt() {
        senders.values().forEach(progress -> progress.removed = 0);
    }

    /**
     * Reads a letter.
     *
     * @param received receives its notice
     * @return false if the store has lost letters before this one
     */
    boolean read(MailRow row, List<Parcel> received) {
        Progress progress = progress(row.key().sender());
        if (row.key().number() <= progress.read) {
            return true;
        }
        progress.read = row.key().number();
        long before = progress.count++;
        try {
            Notice notice = NoticeCodec.read(row.content());
            if (notice instanceof Notice.Tally(long notices, boolean repeated)) {
                progress.removed = repeated ? 0 : progress.removed;
                return notices == before;
            }
            received.add(new Parcel(row.key().sender(), notice));
        } catch (IllegalArgumentException e) {
            LOG.warn("a letter that cannot be read, perhaps of a newer release: {}", row, e);
        }
        return true;
    }
}
