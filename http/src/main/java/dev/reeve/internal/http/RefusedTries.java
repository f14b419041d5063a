package dev.reeve.internal.http;

import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.Principal;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Adds refused tries to the record, and only a number of them each minute, so that an attacker cannot fill the disk.
 * Those left out are counted, and recorded as a number when the minute is over: with the next request, or at the end.
 * A number is recorded in the namespace of its tries, or for all namespaces if its tries were in several. So the
 * administrators of one namespace read nothing about another one. Thread-safe. (D22)
 */
final class RefusedTries {

    /** Entries of one sender in a minute. */
    static final int PER_SENDER_MAX = 10;

    /** Entries of all senders in a minute. */
    static final int MAX = 100;

    /** Senders whose numbers are recorded at the end of a minute. The others are one number. */
    static final int SUMMARIES_MAX = 5;

    private static final int SENDERS_MAX = 1_000;
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final String OTHERS = "";

    /** The tries of a sender in this minute, with the last one of them. */
    private static final class Sender {
        private int tries;
        private int leftOut;
        private AccessRecord.Entry last;

        /** The only namespace of those left out, or all. */
        private String namespace;

        Sender(AccessRecord.Entry first) {
            last = first;
            namespace = first.namespace();
        }

        void leaveOut(AccessRecord.Entry entry) {
            namespace = leftOut == 0 ? entry.namespace() : common(Stream.of(namespace, entry.namespace()));
            leftOut++;
        }
    }

    private final AccessRecord record;
    private final LongSupplier nanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Sender> senders = new LinkedHashMap<>();
    private long began;
    private int written;

    /** Read without the lock, so that a request costs nothing if there is nothing to write. */
    private volatile boolean counting;

    RefusedTries(AccessRecord record, LongSupplier nanos) {
        this.record = record;
        this.nanos = nanos;
    }

    /**
     * Records a refused try, or counts it.
     *
     * @param sender an address, or the name of a key
     */
    void add(AccessRecord.Entry entry, String sender) {
        lock.lock();
        try {
            endMinute();
            if (!counting) {
                counting = true;
                began = nanos.getAsLong();
            }
            String known = senders.containsKey(sender) || senders.size() < SENDERS_MAX ? sender : OTHERS;
            Sender found = senders.computeIfAbsent(known, each -> new Sender(entry));
            found.tries++;
            found.last = entry;
            if (found.tries <= PER_SENDER_MAX && written < MAX) {
                written++;
                record.add(entry);
            } else {
                found.leaveOut(entry);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Records the numbers of a minute that is over. Cheap. */
    void tick() {
        if (counting) {
            lock.lock();
            try {
                endMinute();
            } finally {
                lock.unlock();
            }
        }
    }

    private void endMinute() {
        if (counting && nanos.getAsLong() - began >= MINUTE) {
            summarize();
        }
    }

    /** Records the numbers of this minute, for the end of the server. */
    void close() {
        lock.lock();
        try {
            summarize();
        } finally {
            lock.unlock();
        }
    }

    private void summarize() {
        List<Sender> most = senders.values().stream()
                .filter(each -> each.leftOut > 0)
                .sorted(Comparator.comparingInt((Sender each) -> each.leftOut).reversed())
                .toList();
        for (Sender each : most.subList(0, Math.min(SUMMARIES_MAX, most.size()))) {
            String text = "%d more refused tries within a minute".formatted(each.leftOut);
            record.add(summary(each.last, each.last.origin(), each.namespace, text));
        }
        if (most.size() > SUMMARIES_MAX) {
            List<Sender> rest = most.subList(SUMMARIES_MAX, most.size());
            int leftOut = rest.stream().mapToInt(each -> each.leftOut).sum();
            String text = "%d more refused tries of other senders within a minute".formatted(leftOut);
            record.add(summary(rest.getFirst().last, "", common(rest.stream().map(each -> each.namespace)), text));
        }
        senders.clear();
        written = 0;
        counting = false;
    }

    private static AccessRecord.Entry summary(AccessRecord.Entry last, String origin, String namespace, String text) {
        return new AccessRecord.Entry(last.who(), origin, last.operation(), namespace, null, text, last.error());
    }

    /** The only one of these namespaces, or all. */
    private static String common(Stream<String> namespaces) {
        List<String> different = namespaces.distinct().toList();
        return different.size() == 1 ? different.getFirst() : Principal.EVERYWHERE;
    }
}
