package dev.reeve.internal.store;

import dev.reeve.spi.store.Allowances;
import dev.reeve.spi.store.ClusterHints;
import dev.reeve.spi.store.ClusterMember;
import dev.reeve.spi.store.ClusterStore;
import dev.reeve.spi.store.ClusterView;
import dev.reeve.spi.store.Inbox;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Mail;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.NodeReport;
import dev.reeve.spi.store.NodeRow;
import dev.reeve.spi.store.Registration;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The registrations and the owners of the shards in a {@link ModelStore}. */
final class ModelCluster implements ClusterStore {

    private record Owner(String node, int lane) {}

    private record Told(Instant at, @Nullable NodeReport report) {}

    private final ModelStore store;
    private final ModelInbox inbox;
    private final ModelMail mail = new ModelMail(this::isRegistered);
    private final Map<String, ClusterMember> members = new LinkedHashMap<>();
    private final Map<Integer, Owner> owners = new HashMap<>();
    private final Map<String, Instant> joined = new HashMap<>();
    private final Map<String, Told> told = new HashMap<>();
    private final ModelAllowances allowances = new ModelAllowances();

    /** By shard: the nodes that lost it, until the next owner has counted its calls; empty for calls nobody knows. */
    private final Map<Integer, Set<String>> former = new HashMap<>();

    private boolean takenOver;

    ModelCluster(ModelStore store, ModelInbox inbox) {
        this.store = store;
        this.inbox = inbox;
        markAll();
    }

    /** Nobody knows the calls under way. */
    private void markAll() {
        ShardSet.ALL.stream()
                .forEach(shard ->
                        former.computeIfAbsent(shard, s -> new TreeSet<>()).add(""));
    }

    /** A node that does not share the store owns it from now on. */
    void takeOver() {
        List.copyOf(members.keySet()).forEach(this::forget);
        takenOver = true;
        markAll();
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
                new ClusterMember(
                        node.toString(),
                        node.name(),
                        0,
                        registration.owns(),
                        registration.ttl(),
                        registration.process()));
        joined.put(node.toString(), store.now());
        return store.lanes(node, lanes);
    }

    @Override
    public ClusterView renew(NodeId node, boolean owns, @Nullable NodeReport report) {
        boolean registered = members.computeIfPresent(
                        node.toString(),
                        (name, old) ->
                                new ClusterMember(name, old.name(), old.beat() + 1, owns, old.ttl(), old.process()))
                != null;
        if (registered) {
            told.put(node.toString(), new Told(store.now(), report));
        }
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
        joined.remove(node);
        told.remove(node);
        mark(owned(node));
        owners.values().removeIf(owner -> owner.node().equals(node));
        store.fence(node);
        inbox.forget(node);
        mail.forget(node);
    }

    private boolean isRegistered(String node) {
        return members.containsKey(node);
    }

    List<NodeRow> nodes() {
        return members.values().stream()
                .map(member -> {
                    Told last = told.get(member.node());
                    return new NodeRow(
                            new NodeId(member.name(), NodeId.incarnation(member.node())),
                            member.owns(),
                            owned(member.node()),
                            Objects.requireNonNull(joined.get(member.node())),
                            last == null ? null : last.at(),
                            last == null ? null : last.report());
                })
                .sorted(Comparator.comparing(row -> row.id().toString()))
                .toList();
    }

    private ShardSet owned(String node) {
        return ShardSet.of(owners.entrySet().stream()
                .filter(entry -> entry.getValue().node().equals(node))
                .map(Map.Entry::getKey)
                .toList());
    }

    /** Whether a lane owns all of these shards. */
    boolean isOwner(NodeId node, int lane, ShardSet shards) {
        Owner owner = new Owner(node.toString(), lane);
        return shards.stream().allMatch(shard -> owner.equals(owners.get(shard)));
    }

    private void mark(ShardSet leaving) {
        leaving.stream().forEach(shard -> {
            Owner owner = owners.get(shard);
            if (owner != null) {
                former.computeIfAbsent(shard, s -> new TreeSet<>()).add(owner.node());
            }
        });
    }

    void release(ShardSet shards) {
        mark(shards);
        shards.stream().forEach(owners::remove);
    }

    /** Captures the owners of these shards. The result restores them. */
    Runnable before(ShardSet shards) {
        Map<Integer, @Nullable Owner> old = new HashMap<>();
        Map<Integer, Set<String>> marks = new HashMap<>();
        shards.stream().forEach(shard -> {
            old.put(shard, owners.get(shard));
            marks.put(shard, Set.copyOf(former.getOrDefault(shard, Set.of())));
        });
        return () -> old.forEach((shard, owner) -> {
            if (owner != null) {
                owners.put(shard, owner);
            }
            former.put(shard, new TreeSet<>(marks.getOrDefault(shard, Set.of())));
        });
    }

    @Override
    public Inbox inbox() {
        return inbox;
    }

    @Override
    public Mail mail() {
        return mail;
    }

    @Override
    public Allowances allowances() {
        return (node, request) -> allowances.exchange(
                node.toString(), request, members.keySet(), counted -> unmark(node.toString(), counted), store.now());
    }

    /** The owner of these shards has counted the calls under way. */
    private Map<Integer, Set<String>> unmark(String node, ShardSet counted) {
        counted.stream()
                .filter(shard -> {
                    Owner owner = owners.get(shard);
                    return owner != null && owner.node().equals(node);
                })
                .forEach(former::remove);
        return former;
    }

    @Override
    public ClusterHints hints() {
        throw new StoreException(StoreException.Kind.DATA, "A model of a database sends no notifications.", null);
    }

    /** Nothing to release. */
    @Override
    public void close() {}
}
