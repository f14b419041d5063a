package dev.reeve.internal.engine.cluster;

import dev.reeve.internal.engine.scheduler.Lane;
import dev.reeve.internal.engine.scheduler.Lanes;
import dev.reeve.spi.store.ClusterStore;
import dev.reeve.spi.store.ClusterView;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.ShardSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shards of this node. Claims free ones, takes those that it has, and hands over those that others should have. The
 * thread of the {@link Registrar} drives it. Lanes report from their own threads that they have released shards.
 */
final class OwnShards {

    private static final Logger LOG = LoggerFactory.getLogger(OwnShards.class);

    private final ClusterStore store;
    private final Lanes lanes;
    private final Supplier<NodeId> node;

    /** Shards that lanes are about to release. They are not claimed meanwhile. */
    private final Set<Integer> releasing = new HashSet<>();

    private volatile Runnable released = () -> {};
    private volatile Runnable claimed = () -> {};

    /** @param node the current registration */
    OwnShards(ClusterStore store, Lanes lanes, Supplier<NodeId> node) {
        this.store = store;
        this.lanes = lanes;
        this.node = node;
    }

    /** Sets the signal for shards that became free. It must be cheap. */
    void onReleased(Runnable signal) {
        released = signal;
    }

    /** Sets the signal for shards that this node has taken. It must be cheap. */
    void onClaimed(Runnable signal) {
        claimed = signal;
    }

    /** Signals that shards became free. */
    void released() {
        released.run();
    }

    /** Begins a new registration, whose lanes own nothing yet. */
    synchronized void begin() {
        releasing.clear();
    }

    /**
     * The shards of this node before the store is read; so a shard that it releases meanwhile is not taken again.
     *
     * @param here those that its lanes have
     * @param leaving those that its lanes are about to release
     */
    record Known(ShardSet here, ShardSet leaving) {}

    synchronized Known known() {
        return new Known(lanes.owned(), ShardSet.of(releasing));
    }

    /** The shards that a node owns by this view. */
    static ShardSet in(ClusterView read, NodeId node) {
        List<Integer> owned = new ArrayList<>();
        read.owners().forEach((shard, owner) -> {
            if (owner.equals(node.toString())) {
                owned.add(shard);
            }
        });
        return ShardSet.of(owned);
    }

    /** Takes the shards that this node has claimed without hearing of it: the store's answer was lost. */
    void adopt(ShardSet unheard) {
        for (Lane lane : lanes.all()) {
            take(lane, ShardSet.of(its(lane, unheard.stream().boxed().toList())));
        }
    }

    /** Those of these shards that a lane takes. */
    private List<Integer> its(Lane lane, Collection<Integer> some) {
        int count = lanes.all().size();
        return some.stream().filter(shard -> shard % count == lane.number()).toList();
    }

    private void take(Lane lane, ShardSet taken) {
        if (!taken.isEmpty()) {
            LOG.info("node {}: lane {} takes {}", node.get(), lane.number(), taken);
            lanes.acquire(lane, taken);
            claimed.run();
        }
    }

    /** Claims free shards, each for its lane. */
    void claim(Collection<Integer> free) {
        Set<Integer> wanted = new TreeSet<>(free);
        synchronized (this) {
            wanted.removeAll(releasing);
        }
        for (Lane lane : lanes.all()) {
            List<Integer> its = its(lane, wanted);
            if (!its.isEmpty()) {
                take(lane, store.claim(node.get(), lane.number(), ShardSet.of(its)));
            }
        }
    }

    /** Hands shards over: their lanes finish with them first. */
    void release(Collection<Integer> wanted) {
        Set<Integer> leaving = new TreeSet<>(wanted);
        synchronized (this) {
            leaving.removeAll(releasing);
            releasing.addAll(leaving);
        }
        if (leaving.isEmpty()) {
            return;
        }
        ShardSet shards = ShardSet.of(leaving);
        LOG.info("node {}: hands over {}", node.get(), shards);
        lanes.free(shards).whenComplete((freed, error) -> {
            synchronized (this) {
                releasing.removeAll(leaving);
            }
            if (error != null) {
                LOG.warn("node {}: {} could not be handed over: {}", node.get(), shards, error.toString());
            } else {
                released.run();
            }
        });
    }
}
