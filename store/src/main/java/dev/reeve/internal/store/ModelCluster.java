package dev.reeve.internal.store;

import dev.reeve.spi.store.ClusterHints;
import dev.reeve.spi.store.ClusterMember;
import dev.reeve.spi.store.ClusterStore;
import dev.reeve.spi.store.ClusterView;
import dev.reeve.spi.store.Inbox;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Registration;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The registrations and the owners of the shards in a {@link ModelStore}. */
final class ModelCluster implements ClusterStore {

    private record Owner(String node, int lane) {}

    private final ModelStore store;
    private final ModelInbox inbox;
    private final Map<String, ClusterMember> members = new LinkedHashMap<>();
    private final Map<Integer, Owner> owners = new HashMap<>();
    private boolean takenOver;

    ModelCluster(ModelStore store, ModelInbox inbox) {
        this.store = store;
        this.inbox = inbox;
    }

    /** A node that does not share the store owns it from now on. */
    void takeOver() {
        List.copyOf(members.keySet()).forEach(this::forget);
        takenOver = true;
    }

    @Override
    public List<LaneStore> join(Registration registration, int lanes) {
        NodeId node = registration.node();
        if (takenOver || members.isEmpty()) {
            store.fenceAll();
            takenOver = false;
        }
        if (registration.replaces()) {
            members.values().stream()
                    .filter(member -> member.name().equals(node.name()))
                    .map(ClusterMember::node)
                    .toList()
                    .forEach(this::forget);
        }
        members.put(
                node.toString(),
                new ClusterMember(node.toString(), node.name(), 0, registration.owns(), registration.ttl()));
        return store.lanes(node, lanes);
    }

    @Override
    public ClusterView renew(NodeId node, boolean owns) {
        boolean registered = members.computeIfPresent(
                        node.toString(),
                        (name, old) -> new ClusterMember(name, old.name(), old.beat() + 1, owns, old.ttl()))
                != null;
        Map<Integer, String> view = new TreeMap<>();
        owners.forEach((shard, owner) -> view.put(shard, owner.node()));
        return new ClusterView(registered, List.copyOf(members.values()), view, takenOver);
    }

    @Override
    public ShardSet claim(NodeId node, int lane, ShardSet shards) {
        List<Integer> claimed = new ArrayList<>();
        if (members.containsKey(node.toString())) {
            shards.stream()
                    .filter(shard -> owners.putIfAbsent(shard, new Owner(node.toString(), lane)) == null)
                    .forEach(claimed::add);
        }
        return ShardSet.of(claimed);
    }

    @Override
    public boolean remove(ClusterMember seen) {
        ClusterMember now = members.get(seen.node());
        if (now != null && now.beat() == seen.beat()) {
            forget(seen.node());
        }
        return !members.containsKey(seen.node());
    }

    @Override
    public void leave(NodeId node) {
        if (members.containsKey(node.toString())) {
            forget(node.toString());
        }
    }

    private void forget(String node) {
        members.remove(node);
        owners.values().removeIf(owner -> owner.node().equals(node));
        store.fence(node);
        inbox.forget(node);
    }

    /** Whether a lane owns all of these shards. */
    boolean isOwner(NodeId node, int lane, ShardSet shards) {
        Owner owner = new Owner(node.toString(), lane);
        return shards.stream().allMatch(shard -> owner.equals(owners.get(shard)));
    }

    void release(ShardSet shards) {
        shards.stream().forEach(owners::remove);
    }

    /** Captures the owners of these shards. The result restores them. */
    Runnable before(ShardSet shards) {
        Map<Integer, @Nullable Owner> old = new HashMap<>();
        shards.stream().forEach(shard -> old.put(shard, owners.get(shard)));
        return () -> old.forEach((shard, owner) -> {
            if (owner != null) {
                owners.put(shard, owner);
            }
        });
    }

    @Override
    public Inbox inbox() {
        return inbox;
    }

    @Override
    public ClusterHints hints() {
        throw new StoreException(StoreException.Kind.DATA, "A model of a database sends no notifications.", null);
    }

    /** Nothing to release. */
    @Override
    public void close() {}
}
