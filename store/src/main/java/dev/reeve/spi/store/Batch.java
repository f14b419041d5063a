package dev.reeve.spi.store;

import dev.reeve.AttemptToken;
import java.util.List;

/**
 * The writes of one transaction. An execution appears at most once in each of the first three lists, and not both in
 * {@code started} and in {@code changed}.
 *
 * @param journal one row for each execution that moved
 * @param started new executions
 * @param changed executions whose status or wake time changed
 * @param messages the messages that this transaction causes; see {@link Outbox}
 * @param crossing what it writes for other nodes
 * @param permits the permits that it writes and removes
 */
public record Batch(
        List<JournalRow> journal,
        List<ExecutionRow> started,
        List<ExecutionChange> changed,
        List<OutboxRow> messages,
        Crossing crossing,
        Permits permits) {

    /**
     * The permits of attempts whose agents store the output in their own transactions.
     *
     * @param granted attempts that start with this batch
     * @param settled attempts whose stored output this batch applies
     */
    public record Permits(List<AttemptToken> granted, List<AttemptToken> settled) {

        /** Neither grants nor settles an attempt. */
        public static final Permits NONE = new Permits(List.of(), List.of());

        /** Whether nothing is to be written. */
        public boolean isEmpty() {
            return granted.isEmpty() && settled.isEmpty();
        }
    }

    /** A batch without permits. */
    public Batch(
            List<JournalRow> journal,
            List<ExecutionRow> started,
            List<ExecutionChange> changed,
            List<OutboxRow> messages,
            Crossing crossing) {
        this(journal, started, changed, messages, crossing, Permits.NONE);
    }

    /**
     * The writes that concern other nodes of a cluster.
     *
     * @param released shards of the lane that become free
     * @param consumed messages to remove from the {@link Inbox}; the batch fails if one of them is not there, or if
     *     another one has its number
     * @param replies the replies to these messages
     */
    public record Crossing(ShardSet released, List<InboxKey> consumed, List<ReplyRow> replies) {

        /** Concerns no other node. */
        public static final Crossing NONE = new Crossing(ShardSet.NONE, List.of(), List.of());

        /** Whether nothing is to be written. */
        public boolean isEmpty() {
            return released.isEmpty() && consumed.isEmpty() && replies.isEmpty();
        }
    }

    /** A batch that concerns no other node. */
    public Batch(
            List<JournalRow> journal,
            List<ExecutionRow> started,
            List<ExecutionChange> changed,
            List<OutboxRow> messages) {
        this(journal, started, changed, messages, Crossing.NONE);
    }

    /** A batch without messages. */
    public Batch(List<JournalRow> journal, List<ExecutionRow> started, List<ExecutionChange> changed) {
        this(journal, started, changed, List.of());
    }
}
