package dev.reeve.internal.engine.cluster;

import dev.reeve.ClusterOptions;
import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.Ownership;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.cluster.membership.Membership;
import dev.reeve.internal.engine.cluster.membership.Orders;
import dev.reeve.internal.engine.cluster.membership.RegistrationStatus;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.dispatch.SessionPrefix;
import dev.reeve.internal.engine.runtime.Loop;
import dev.reeve.internal.engine.runtime.Surroundings;
import dev.reeve.internal.engine.scheduler.Lanes;
import dev.reeve.spi.store.ClusterMember;
import dev.reeve.spi.store.ClusterStore;
import dev.reeve.spi.store.ClusterView;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.NodeReport;
import dev.reeve.spi.store.Registration;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a node registered in a store that it shares with others, and carries out the orders of its {@link Membership}:
 * removes dead nodes, claims free shards, and releases shards to other nodes.
 *
 * <p>One thread drives {@link #runOnce}. The other methods may be called by any thread.
 */
final class Registrar {

    private static final Logger LOG = LoggerFactory.getLogger(Registrar.class);

    /** How long to wait after the store has failed. */
    private static final long RETRY_NANOS = Duration.ofMillis(500).toNanos();

    /** Acts on what happens to the registration, on the thread of the registrar. */
    interface Listener {

        /** Another node has removed the registration. The lanes of this node cannot store anything any more. */
        void removed();

        /** The registration is gone: another node removes it if it is not renewed in time. {@link #removed} follows. */
        void notRenewed(NodeId node);

        /** The database has lost letters, or that this node owns shards, and so other acknowledged work (F22). */
        void forgotten();

        /** The node is registered again, with lanes that own nothing yet. */
        void joined(List<LaneStore> lanes);

        /** The node cannot register again: another one has its place, or the store refuses it. */
        void over(ReeveException cause);
    }

    private final ClusterStore store;
    private final ClusterOptions options;
    private final Surroundings surroundings;
    private final RandomGenerator secret;
    private final Lanes lanes;
    private final Dispatcher dispatcher;
    private final Listener listener;
    private final long silenceNanos;
    private final OwnShards shards;

    private volatile NodeId self;
    private volatile ClusterView view = new ClusterView(false, List.of(), Map.of());
    private volatile boolean draining;
    private volatile Supplier<@Nullable NodeReport> report = () -> null;
    private volatile long renewedNanos;

    /** The registration to which the store has lost letters; empty for none. */
    private volatile String lossy = "";

    /** The registration that this node gives up by itself; empty for none. */
    private String renounced = "";

    private Membership membership;
    private int laneCount;
    private boolean silent;

    /** Whether the node has to register again. */
    private boolean lost;

    /** Whether the node must not register any more. */
    private boolean ended;

    /** Whether the node that drains keeps its shards until it ends. */
    private boolean staying;

    /** Whether the node owns shards because no other one did. */
    private boolean standsIn;

    /** Whether the node has registered, and not renewed its registration yet. */
    private boolean fresh;

    /** Since when the store refuses this node, by the monotonic clock; null while it does not. */
    private @Nullable Long refusedNanos;

    /** @param sessions the lower half is that of the node's incarnations; see {@link SessionPrefix} */
    Registrar(
            ClusterStore store,
            ClusterOptions options,
            Surroundings surroundings,
            RandomGenerator secret,
            long sessions,
            Lanes lanes,
            Dispatcher dispatcher,
            Listener listener) {
        this.store = store;
        this.options = options;
        this.surroundings = surroundings;
        this.secret = secret;
        this.lanes = lanes;
        this.dispatcher = dispatcher;
        this.listener = listener;
        this.silenceNanos = Membership.silenceNanos(options.ttl());
        this.self = firstId(sessions);
        this.membership = membership(self);
        this.shards = new OwnShards(store, lanes, this::self);
    }

    /** Sets the signal for shards that became free, and for a new registration. It must be cheap. */
    void onReleased(Runnable signal) {
        shards.onReleased(signal);
    }

    /** Sets what the node tells the others at each renewal. */
    void reporting(Supplier<@Nullable NodeReport> figures) {
        report = figures;
    }

    /** Sets the signal for shards that this node has taken. It must be cheap. */
    void onClaimed(Runnable signal) {
        shards.onClaimed(signal);
    }

    /** Later ones have the same lower half, and so the same agents. */
    private NodeId firstId(long sessions) {
        String chosen = options.name();
        // Processes in containers often have the same name. The shards are assigned by name, so it must be unique.
        String name = chosen == null ? "%s.%08x".formatted(surroundings.processName(), (int) sessions) : chosen;
        return new NodeId(name, sessions).again(secret.nextLong());
    }

    private Membership membership(NodeId node) {
        return new Membership(node.toString(), ExecutionId.SHARDS, options.ttl());
    }

    /**
     * Registers the node under a new incarnation, with lanes that own nothing yet.
     *
     * @return the lanes; none if the node was registered before, and another process has its place now
     */
    List<LaneStore> join(int count) {
        // The first one is known to the inbox already: replies go to a node that is registered.
        boolean isAgain = laneCount > 0;
        NodeId node = isAgain ? self.again(secret.nextLong()) : self;
        List<LaneStore> joined = store.join(
                new Registration(
                        node,
                        options.name() != null,
                        owns() && !draining,
                        options.ttl(),
                        surroundings.process(),
                        isAgain),
                count);
        if (joined.isEmpty()) {
            return joined;
        }
        synchronized (this) {
            self = node;
            membership = membership(node);
            fresh = true;
            shards.begin();
        }
        dispatcher.correspondent().registered(node.toString());
        laneCount = count;
        renewedNanos = surroundings.nanos();
        LOG.info("node {} shares the store, with {} lanes", node, count);
        return joined;
    }

    NodeId self() {
        return self;
    }

    /** The cluster as it was read last. */
    ClusterView view() {
        return view;
    }

    /** How long ago the registration was renewed. */
    Duration sinceRenewal() {
        return Duration.ofNanos(surroundings.nanos() - renewedNanos);
    }

    /** Whether another node may have removed this one, so that its attempts count as lost. Cheap. */
    boolean isSilent() {
        return surroundings.nanos() - renewedNanos >= silenceNanos;
    }

    /** Whether this node does the work that one node does for all. */
    boolean isSteward() {
        return lanes.owned().contains(0);
    }

    /**
     * The store has lost letters to a registration. If it is the current one, the next turn registers the node again.
     */
    void lettersLost(String registration) {
        lossy = registration;
    }

    /** The current permissions of the node. */
    private synchronized RegistrationStatus status() {
        return fresh ? RegistrationStatus.RENEWED : membership.status(surroundings.nanos());
    }

    private synchronized long restNanos() {
        return membership.restNanos(surroundings.nanos());
    }

    /** Stops handing out work while the registration is not renewed. Called often, by one thread. */
    void judge() {
        RegistrationStatus status = status();
        boolean now = status == RegistrationStatus.SILENT;
        if (now != silent && status != RegistrationStatus.REMOVED) {
            silent = now;
            dispatcher.rest(now);
            if (now) {
                LOG.warn(
                        "node {}: the registration was not renewed for two thirds of {}; handing out nothing",
                        self,
                        options.ttl());
            } else {
                LOG.info("node {}: the registration is renewed; handing out work again", self);
            }
        }
    }

    /** Hands all shards over, if there is another node for them. The node stays registered until {@link #leave}. */
    void drain() {
        draining = true;
    }

    /** One renewal. */
    long runOnce() {
        long askedNanos = surroundings.nanos();
        Orders orders;
        if (ended) {
            return Loop.UNTIL_WOKEN;
        }
        try {
            if (lost && !joinAgain()) {
                return ended ? Loop.UNTIL_WOKEN : RETRY_NANOS;
            }
            OwnShards.Known known = shards.known();
            ClusterView read = store.renew(self, owns() && !isLeaving(), report.get());
            view = read;
            renewedNanos = read.registered() ? askedNanos : renewedNanos;
            synchronized (this) {
                fresh = false;
                orders = membership.renewed(askedNanos, surroundings.nanos(), read);
            }
            if (!read.registered()) {
                return lost(read);
            }
            ShardSet owned = OwnShards.in(read, self);
            ShardSet forgotten = known.here().without(known.leaving()).without(owned);
            if (!forgotten.isEmpty()) {
                LOG.error("node {}: the database has forgotten that it owns {}; it registers again", self, forgotten);
                return forgotten();
            }
            if (lossy.equals(self.toString()) && !draining) {
                return forgotten();
            }
            dispatcher.alive(others());
            boolean standsInNow = standIn();
            shards.adopt(owned.without(known.here()).without(known.leaving()));
            boolean changed = removeGone(read.members());
            return carryOut(orders) || changed || standsInNow ? 0 : restNanos();
        } catch (StoreException e) {
            LOG.warn("node {}: the registration could not be renewed: {}", self, e.getMessage());
            LOG.debug("node {}", self, e);
            return lost && refuses(e)
                    ? over(ReeveException.of(
                            ErrorCode.STORE_UNUSABLE,
                            "this engine cannot register again, and has stopped; other engines go on: "
                                    + e.getMessage(),
                            e))
                    : RETRY_NANOS;
        }
    }

    /**
     * Registers the node again.
     *
     * @return false if the store has refused it, because of another process of its name or one that shares no store
     */
    private boolean joinAgain() {
        List<LaneStore> joined = join(laneCount);
        if (joined.isEmpty()) {
            giveWay();
            return false;
        }
        listener.joined(joined);
        lost = false;
        refusedNanos = null;
        shards.released(); // the others learn of the new registration, and of free shards
        return true;
    }

    /** Ends this node if the other process is alive, and removes the other one if it is dead. */
    private void giveWay() {
        long askedNanos = surroundings.nanos();
        ClusterView read = store.renew(self, false);
        synchronized (this) {
            membership.renewed(askedNanos, surroundings.nanos(), read);
        }
        ClusterMember namesake = namesake(read);
        if (replaced(read, namesake) || namesake == null) {
            return;
        }
        // Its process may have ended before it renewed once, or before a failover brought its registration back.
        if (removeGone(List.of(namesake)) || (membership.isDead(namesake, askedNanos) && store.remove(namesake))) {
            LOG.warn("node {}: {} had its name, and did not renew its registration", self, namesake.node());
            listener.notRenewed(self);
        }
    }

    /** Whether the store has refused this node for a whole time to live. A failover can look like this at first. */
    private boolean refuses(StoreException why) {
        if (why.kind() != StoreException.Kind.UNUSABLE) {
            refusedNanos = null;
            return false;
        }
        long now = surroundings.nanos();
        Long since = refusedNanos == null ? (Long) now : refusedNanos;
        refusedNanos = since;
        return now - since >= options.ttl().toNanos();
    }

    private boolean owns() {
        return switch (options.ownership()) {
            case SHARE -> true;
            case NONE -> false;
            case STAND_IN -> standsIn;
        };
    }

    /**
     * Begins to own shards if no other node does. Final: two nodes that stand in would otherwise leave the shards to
     * each other.
     *
     * @return whether it has begun now
     */
    private boolean standIn() {
        if (options.ownership() != Ownership.STAND_IN || standsIn || membership.hasOtherOwners()) {
            return false;
        }
        LOG.info("node {}: no other node owns shards, so it stands in", self);
        standsIn = true;
        return true;
    }

    /**
     * Whether the node gives its shards away. A node without others keeps them until it ends. Final: nodes that close
     * at the same time would otherwise pass the shards round.
     */
    private boolean isLeaving() {
        if (draining && !staying && !membership.hasOtherOwners()) {
            staying = true;
        }
        return draining && !staying;
    }

    private long lost(ClusterView read) {
        ClusterMember namesake = namesake(read);
        if (replaced(read, namesake)) {
            return Loop.UNTIL_WOKEN;
        }
        if (namesake != null || renounced.equals(self.toString())) {
            return lost();
        }
        LOG.warn("node {}: another node has removed it, because it did not renew its registration", self);
        listener.notRenewed(self);
        return lost();
    }

    /** The store has lost what it had acknowledged, such as in a failover: another node may own the shards (F22). */
    private long forgotten() {
        if (!renounced.equals(self.toString())) {
            renounced = self.toString();
            listener.forgotten();
        }
        store.leave(self);
        return lost();
    }

    private long over(ReeveException cause) {
        ended = true;
        listener.over(cause);
        return Loop.UNTIL_WOKEN;
    }

    private long lost() {
        lost = true;
        listener.removed();
        return 0;
    }

    /**
     * Ends this node if it must not register again.
     *
     * @param namesake of the view
     */
    private boolean replaced(ClusterView read, @Nullable ClusterMember namesake) {
        if (read.takenOver()) {
            over(
                    ReeveException.of(
                            ErrorCode.FENCED,
                            "an engine that does not share the store has taken it over; open no engine with withoutCluster(), or only one"));
        } else if (namesake != null && membership.isProven(namesake)) {
            over(ReeveException.of(
                    ErrorCode.FENCED,
                    "another engine was started under the name '%s', and replaces this one; each running engine needs a name of its own"
                            .formatted(namesake.name())));
        }
        return ended;
    }

    /** Finds the node of another process with the configured name; null if there is none. */
    private @Nullable ClusterMember namesake(ClusterView read) {
        String name = options.name();
        return read.members().stream()
                .filter(member -> member.name().equals(name) && !isOwn(member.node()))
                .findFirst()
                .orElse(null);
    }

    /** The other nodes, by the {@link SessionPrefix} of each; see {@link Dispatcher#alive}. */
    Map<Integer, String> others() {
        Map<Integer, String> others = new HashMap<>();
        for (ClusterMember member : view.members()) {
            if (!isOwn(member.node())) {
                others.put(SessionPrefix.of(NodeId.incarnation(member.node())), member.node());
            }
        }
        return others;
    }

    /**
     * Removes nodes of this machine whose process has ended.
     *
     * @return whether it has removed one
     */
    private boolean removeGone(Collection<ClusterMember> members) {
        boolean changed = false;
        for (ClusterMember member : members) {
            String process = member.process();
            if (process != null && surroundings.isGone(process) && store.remove(member)) {
                LOG.warn("node {}: removed node {}, whose process has ended", self, member.node());
                changed = true;
            }
        }
        return changed;
    }

    /** @return whether the cluster has changed, so that it should be read again */
    private boolean carryOut(Orders orders) {
        boolean changed = false;
        for (ClusterMember dead : orders.dead()) {
            if (store.remove(dead)) {
                LOG.warn("node {}: removed node {}, which did not renew its registration", self, dead.node());
                changed = true;
            }
        }
        shards.claim(orders.claim());
        shards.release(orders.release());
        return changed;
    }

    /** Whether this is one of the incarnations of this process. A view may still contain an earlier one. */
    boolean isOwn(String node) {
        return self.isSameProcess(node);
    }

    /** Removes the registration. The lanes must have ended. */
    void leave() {
        try {
            store.leave(self);
            LOG.info("node {} left the store", self);
        } catch (StoreException e) {
            LOG.warn("node {}: the registration could not be removed; it ends by itself: {}", self, e.getMessage());
        }
    }
}
