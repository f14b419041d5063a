package dev.reeve.spi.store;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A node that is registered in the store.
 *
 * @param node the name and the incarnation
 * @param name stays the same when the node is started again, so that it gets the same shards
 * @param beat a number that the node raises at each renewal
 * @param owns whether the node takes shards; false while it closes, and for a node that only starts executions and
 *     serves agents
 * @param ttl how long the node may fail to renew its registration, as it says itself
 * @param process its process, as others on the same machine recognise it; null if that is not possible
 */
public record ClusterMember(
        String node,
        String name,
        long beat,
        boolean owns,
        Duration ttl,
        @Nullable String process) {

    /** A node whose process others cannot recognise. */
    public ClusterMember(String node, String name, long beat, boolean owns, Duration ttl) {
        this(node, name, beat, owns, ttl, null);
    }
}
