package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import java.util.List;
import java.util.Set;

/**
 * The requests that callers have stored in their own transactions, in other ways than through an engine. The lane that
 * owns the shard removes a request with the {@link Batch} that applies it, like a message in the {@link Inbox}.
 * Thread-safe.
 */
@FunctionalInterface
public interface RequestStore {

    /**
     * Waiting requests of these shards, the oldest first, up to the maximum length in total. The first one is always
     * included, even if it is longer. Those of one execution are in the order in which they were stored.
     *
     * @param lengthMax maximum length of the contents, in characters
     * @param except executions whose requests are left out, some hundreds at most; usually none
     */
    List<InboxRow> waiting(ShardSet shards, int limit, long lengthMax, Set<ExecutionId> except);
}
