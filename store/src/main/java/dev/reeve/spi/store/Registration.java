package dev.reeve.spi.store;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The registration of a node in a store that it shares with others.
 *
 * @param node the node; its name stays the same when the node is started again
 * @param replaces whether the node removes other nodes of its name, as {@link ClusterStore#remove} does
 * @param owns whether the node takes shards
 * @param ttl how long the node may fail to renew its registration
 * @param process the process of the node, as others on the same machine recognise it; null if that is not possible
 * @param isAgain whether the process was registered before. Then it takes the place of no other process; see
 *     {@link ClusterStore#join}
 */
public record Registration(
        NodeId node,
        boolean replaces,
        boolean owns,
        Duration ttl,
        @Nullable String process,
        boolean isAgain) {

    public Registration {
        if (!ttl.isPositive()) {
            throw new IllegalArgumentException("ttl: expected more than zero, found " + ttl);
        }
    }

    /** The first registration of a node whose process others cannot recognise. */
    public Registration(NodeId node, boolean replaces, boolean owns, Duration ttl) {
        this(node, replaces, owns, ttl, null, false);
    }

    /** The same for a process that was registered before. */
    public Registration again() {
        return new Registration(node, replaces, owns, ttl, process, true);
    }

    /** Whether another process has the name of a process that registers again. */
    public boolean givesWayTo(ClusterMember other) {
        return isAgain && replaces && other.name().equals(node.name()) && !node.isSameProcess(other.node());
    }
}
