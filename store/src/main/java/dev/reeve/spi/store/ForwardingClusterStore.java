package dev.reeve.spi.store;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Forwards every call to the cluster of another store. A decorator overrides the methods that it changes, or
 * {@link #writing} to change all calls that reach the database. Thread-safe if the other cluster and the decorator are.
 */
public abstract class ForwardingClusterStore implements ClusterStore {

    private final ClusterStore cluster;

    /**
     * Forwards to this cluster.
     *
     * @param cluster of the store behind the decorator, usually {@link Store#cluster}; {@link #close} closes it, too
     */
    protected ForwardingClusterStore(ClusterStore cluster) {
        this.cluster = cluster;
    }

    /** Makes a call that writes to the database. */
    protected <T> T writing(Supplier<T> call) {
        return call.get();
    }

    @Override
    public List<LaneStore> join(Registration registration, int lanes) {
        return writing(() -> cluster.join(registration, lanes));
    }

    @Override
    public ClusterView renew(NodeId node, boolean owns, @Nullable NodeReport report) {
        return writing(() -> cluster.renew(node, owns, report));
    }

    @Override
    public ShardSet claim(NodeId node, int lane, ShardSet shards) {
        return writing(() -> cluster.claim(node, lane, shards));
    }

    @Override
    public boolean remove(ClusterMember seen) {
        return writing(() -> cluster.remove(seen));
    }

    @Override
    public void leave(NodeId node) {
        boolean done = writing(() -> {
            cluster.leave(node);
            return true;
        });
        assert done : "a write has no other answer";
    }

    /** The inbox of the other cluster. */
    @Override
    public Inbox inbox() {
        return cluster.inbox();
    }

    /** The letters of the other cluster. */
    @Override
    public Mail mail() {
        return cluster.mail();
    }

    @Override
    public Allowances allowances() {
        Allowances allowances = cluster.allowances();
        return (node, request) -> writing(() -> allowances.exchange(node, request));
    }

    /** The notifications of the other cluster. */
    @Override
    public ClusterHints hints() {
        return cluster.hints();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
