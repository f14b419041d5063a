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
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The registrations of nodes in a {@link ModelStore}. */
final class ModelCluster implements ClusterStore {

    private record Told(Instant at, @Nullable NodeReport report) {}

    private final Supplier<Instant> clock;
    private final ModelLanes lanes;
    private final ModelOwners owners;
    private final ModelInbox inbox;
    private final ModelMail mail = new ModelMail(this::isRegistered);
    private final Map<String, ClusterMember> members = new LinkedHashMap<>();
    private final Map<String, Instant> joined = new HashMap<>();
    private final Map<String, Told> told = new HashMap<>();
    private final ModelAllowances allowances = new ModelAllowances();
    private boolean takenOver;

    ModelCluster(Supplier<Instant> clock, ModelLanes lanes, ModelOwners owners, ModelInbox inbox) {
        this.clock = clock;
        this.lanes = lanes;
        this.owners = owners;
        this.inbox = inbox;
    }

    /** A node that does not share the store owns it from now on. */
    void takeOver() {
        List.copyOf(members.keySet()).forEach(this::forget);
        takenOver = true;
        owners.markAll();
    }

    @Override
    public List<LaneStore> join(Registration registration, int count) {
        NodeId node = registration.node();
        if ((registration.isAgain() && takenOver) || members.values().stream().anyMatch(registration::givesWayTo)) {
            return List.of();
        }
        if (takenOver || members.isEmpty()) {
            lanes.fenceAll();
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
        joined.put(node.toString(), clock.get());
        return IntStream.range(0, count)
                .mapToObj(number -> lanes.open(node, number, ShardSet.NONE))
                .toList();
    }

    @Override
    public ClusterView renew(NodeId node, boolean owns, @Nullable NodeReport report) {
        boolean registered = members.computeIfPresent(
                        node.toString(),
                        (name, old) ->
                                new ClusterMember(name, old.name(), old.beat() + 1, owns, old.ttl(), old.process()))
                != null;
        if (registered) {
            told.put(node.toString(), new Told(clock.get(), report));
        }
        return new ClusterView(registered, List.copyOf(members.values()), owners.byShard(), takenOver);
    }

    @Override
    public ShardSet claim(NodeId node, int lane, ShardSet shards) {
        return members.containsKey(node.toString()) ? owners.claim(node.toString(), lane, shards) : ShardSet.NONE;
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
        owners.release(owners.ownedBy(node));
        lanes.fence(node);
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
                            owners.ownedBy(member.node()),
                            Objects.requireNonNull(joined.get(member.node())),
                            last == null ? null : last.at(),
                            last == null ? null : last.report());
                })
                .sorted(Comparator.comparing(row -> row.id().toString()))
                .toList();
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
                node.toString(),
                request,
                members.keySet(),
                counted -> owners.unmark(node.toString(), counted),
                clock.get());
    }

    @Override
    public ClusterHints hints() {
        throw new StoreException(StoreException.Kind.DATA, "A model of a database sends no notifications.", null);
    }

    /** Nothing to release. */
    @Override
    public void close() {}
}
