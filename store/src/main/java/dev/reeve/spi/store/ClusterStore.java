package dev.reeve.spi.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The registrations of the nodes that share a store, and the shards that each of them owns. Thread-safe. All methods
 * but those of {@link Inbox}, {@link Mail} and {@link Allowances} use a connection of their own, so that no load delays
 * them. They block, and throw {@link StoreException} if the database does not answer.
 *
 * <p>No method judges whether a node is alive. Each one checks its condition in its own transaction, so calls that
 * follow from an old view of the cluster have no effect.
 */
public interface ClusterStore extends AutoCloseable {

    /**
     * Registers a node with lanes that own no shard yet. Removes a node that does not share the store, as
     * {@link Store#join} would: after this returns, none of its transactions can commit any more. Gives the connections
     * of lanes back that came from here and whose nodes are not registered any more.
     *
     * <p>A process that registers again gives way: it is refused if a node that does not share the store has taken the
     * store over. If it {@linkplain Registration#replaces replaces} nodes, it removes only registrations of its own
     * process, and is refused if another process has its name. This is decided in the transaction that registers it.
     *
     * @param lanes number of lanes, 1 to {@link Store#lanesMax()}
     * @return the lanes, in order; empty if the registration is refused
     */
    List<LaneStore> join(Registration registration, int lanes);

    /**
     * Adds 1 to the number of a node, and reads the cluster. A node that is not registered changes nothing.
     *
     * @param owns whether the node takes shards from now on
     */
    default ClusterView renew(NodeId node, boolean owns) {
        return renew(node, owns, null);
    }

    /**
     * As {@link #renew(NodeId, boolean)}, and stores the report of the node with the number.
     *
     * @param report for {@link StoreReader#nodes}; null for none
     */
    ClusterView renew(NodeId node, boolean owns, @Nullable NodeReport report);

    /**
     * Makes a lane of a registered node the owner of those of these shards that are free.
     *
     * @return the shards that the lane owns now and did not own before
     */
    ShardSet claim(NodeId node, int lane, ShardSet shards);

    /**
     * Removes a node, unless it has renewed its registration since. After this returns true, no transaction of its
     * lanes can commit any more, not even one that is under way, and its shards are free.
     *
     * @param seen the node as it was last seen
     * @return whether the node is not registered any more
     */
    boolean remove(ClusterMember seen);

    /** Removes the registration of a node that has ended. Its shards become free. */
    void leave(NodeId node);

    /** The messages to executions of other nodes. */
    Inbox inbox();

    /** The letters between the nodes. */
    Mail mail();

    /** The parts of the nodes in limits. */
    Allowances allowances();

    /**
     * The notifications between nodes. Opens a connection at the first call.
     *
     * @throws StoreException {@link StoreException.Kind#DATA} if this store has none, as behind some poolers
     */
    ClusterHints hints();

    /** Gives the connections back. */
    @Override
    void close();
}
