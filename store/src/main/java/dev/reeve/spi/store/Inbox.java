package dev.reeve.spi.store;

import java.util.Collection;
import java.util.List;

/**
 * The messages for executions whose shards another node may own, and the replies to them. A message stays in the inbox
 * until a lane that owns the shard has applied it: the lane removes the message and stores the reply in the same
 * {@link Batch}. Thread-safe. The methods block.
 */
public interface Inbox {

    /**
     * Stores messages: all of them, or none.
     *
     * @throws StoreException nothing is or will be stored if it is {@link StoreException.Kind#LOCKED} or
     *     {@link StoreException.Kind#DATA}; otherwise the outcome is not known
     */
    void post(List<InboxPost> messages);

    /**
     * Waiting messages of these shards, the oldest first, up to the maximum length in total. The first one is always
     * included, even if it is longer.
     *
     * @param lengthMax maximum length of the contents, in characters
     */
    List<InboxRow> waiting(ShardSet shards, int limit, long lengthMax);

    /**
     * The replies to the messages of a node, in any order. No failover loses the batches of those that are returned: a
     * store that waits for a standby does so before it returns them.
     *
     * @param from the lowest number that the node still awaits; earlier replies may be left out
     * @param done numbers of replies that the node has received before; removes them
     */
    List<ReplyRow> replies(String node, long from, Collection<Long> done);
}
