package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.ShardSet;
import java.time.Duration;
import java.util.List;

/**
 * From which number on the inbox is read while a {@link RareLook} at all of it takes long. Numbers grow, and the
 * transaction that stores a message is short, so no message appears any more before the numbers of a minute ago. Should
 * one appear, such as one of a caller's long transaction, the next look at all finds it. Thread-safe.
 */
final class InboxMark {

    private static final Duration SETTLED = Duration.ofMinutes(1);

    private final RareLook all = new RareLook();

    /** The shards of the last look at all messages. */
    private ShardSet looked = ShardSet.NONE;

    /** No message of these shards has this number or a lower one. */
    private long mark;

    private long highest;
    private long settled;
    private long settling;
    private long settlingSinceNanos;

    /**
     * Where the next look begins.
     *
     * @param nanos the time, of {@link System#nanoTime}
     * @return 0 for a look at all messages
     */
    synchronized long after(ShardSet shards, long nanos) {
        return all.isDue(nanos) || !shards.equals(looked) ? 0 : mark;
    }

    /**
     * A look has ended.
     *
     * @param rows what was found, in the order of their numbers
     */
    synchronized void looked(ShardSet shards, long after, List<InboxRow> rows, long begunNanos, long nanos) {
        for (InboxRow row : rows) {
            highest = Math.max(highest, row.key().number());
        }
        if (settling == 0 || nanos - settlingSinceNanos >= SETTLED.toNanos()) {
            settled = settling;
            settling = highest;
            settlingSinceNanos = nanos;
        }
        mark = rows.isEmpty()
                ? settled
                : Math.min(settled, rows.getFirst().key().number() - 1);
        if (after == 0) {
            looked = shards;
            all.took(begunNanos, nanos);
        }
    }
}
