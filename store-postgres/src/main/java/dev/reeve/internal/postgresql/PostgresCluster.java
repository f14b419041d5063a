package dev.reeve.internal.postgresql;

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
import dev.reeve.spi.store.Registration;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreFormat;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The nodes, lanes and shards of a database that several nodes share. Thread-safe. */
final class PostgresCluster implements ClusterStore {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresCluster.class);

    private final OpenLanes lanes;
    private final Sessions sessions;
    private final KeptSession registration;
    private final Inbox inbox;
    private final Mail mail;
    private final Allowances allowances;
    private final PostgresHints hints;

    PostgresCluster(OpenLanes lanes, Loans loans, Sessions sessions) {
        this.lanes = lanes;
        this.sessions = sessions;
        registration = new KeptSession(sessions);
        inbox = new PostgresInbox(loans);
        mail = new PostgresMail(loans);
        allowances = new PostgresAllowances(loans);
        hints = new PostgresHints(loans, sessions);
    }

    @Override
    public List<LaneStore> join(Registration registration, int count) {
        NodeId node = registration.node();
        this.registration.within(sessions.timeouts().ofRegistration(registration.ttl()));
        return lanes.join(node, count, () -> {
            // The connection of the registration comes first: without it the lanes would be of no use.
            ClusterView seen = renew(node, registration.owns());
            Set<String> registered =
                    seen.members().stream().map(ClusterMember::node).collect(Collectors.toSet());
            lanes.giveUp(of -> !registered.contains(of));
            if ((registration.isAgain() && seen.takenOver())
                    || seen.members().stream().anyMatch(registration::givesWayTo)) {
                return List.of(); // takes no connections for lanes
            }
            return new LaneOpener(sessions, node, count, sessions.database().pooled() ? 1 : 2)
                    .open(lane -> ShardSet.NONE, (session, incarnations) -> {
                        if (!lock(session, registration)) {
                            LOG.info("node={} does not join again: another one has its place", node);
                            return false;
                        }
                        List<String> displaced = register(session, registration, incarnations);
                        LOG.info("node={} joined the cluster with {} lanes; nodes removed={}", node, count, displaced);
                        return true;
                    });
        });
    }

    /** @return whether the node may join, until the transaction ends */
    private static boolean lock(LaneSession session, Registration registration) throws SQLException {
        try (Query query = session.query("join.lock")) {
            query.execute();
        }
        LaneOpener.checkFormat(session);
        if (!registration.isAgain()) {
            return true;
        }
        NodeId node = registration.node();
        return names(session.query("cluster.ahead")
                        .set("replaces", registration.replaces())
                        .set("name", node.name())
                        .set("incarnation", node.incarnation()))
                .isEmpty();
    }

    private static List<String> register(LaneSession session, Registration registration, List<Long> incarnations)
            throws SQLException {
        NodeId node = registration.node();
        List<String> displaced = names(session.query("cluster.displaced")
                .set("replaces", registration.replaces())
                .set("name", node.name()));
        if (!displaced.isEmpty()) {
            removeLocked(session, displaced);
        }
        try (Query query = session.query("cluster.node")) {
            query.set("node", node.toString())
                    .set("name", node.name())
                    .set("incarnation", node.incarnation())
                    .set("owns", registration.owns())
                    .set("ttl", registration.ttl().toMillis())
                    .set("format", StoreFormat.NEWEST)
                    .set("process", registration.process())
                    .update();
        }
        LaneOpener.insert(session, node, incarnations);
        return displaced;
    }

    private static List<String> names(Query asked) throws SQLException {
        return asked.list(rows -> rows.getString(1));
    }

    /** @param nodes locked by this transaction */
    private static void removeLocked(LaneSession session, List<String> nodes) throws SQLException {
        for (String block : List.of("cluster.fence", "cluster.free", "cluster.unread", "cluster.forget")) {
            try (Query query = session.query(block)) {
                query.set("nodes", "text", nodes.toArray()).update();
            }
        }
        try (Query query = session.query("cluster.unasked")) {
            query.update();
        }
    }

    @Override
    public ClusterView renew(NodeId node, boolean owns, @Nullable NodeReport report) {
        return registration.ask("renew the registration of %s".formatted(node), session -> {
            try (Query query = session.query("cluster.renew", "session.durably", "cluster.renewed")
                    .set("node", node.toString())
                    .set("owns", owns)) {
                NodeTable.report(query, report);
                ClusterView view;
                try (ResultSet rows = query.rows()) {
                    view = view(rows);
                }
                checkReplicated("renew a registration", query);
                return view;
            }
        });
    }

    private static ClusterView view(ResultSet rows) throws SQLException {
        boolean registered = false;
        boolean takenOver = false;
        List<ClusterMember> members = new ArrayList<>();
        Map<Integer, String> owners = new HashMap<>();
        while (rows.next()) {
            String node = rows.getString(1);
            members.add(new ClusterMember(
                    node,
                    rows.getString(2),
                    rows.getLong(3),
                    rows.getBoolean(4),
                    Duration.ofMillis(rows.getLong(8)),
                    rows.getString(9)));
            takenOver |= !rows.getBoolean(5);
            registered |= rows.getBoolean(6);
            Array shards = rows.getArray(7);
            for (Short shard : (Short[]) shards.getArray()) {
                owners.put(shard.intValue(), node);
            }
        }
        return new ClusterView(registered, members, owners, takenOver);
    }

    private static void checkReplicated(String asked, Query query) throws SQLException {
        StoreException lost =
                PostgresErrors.notReplicated(asked, query.statement().getWarnings());
        if (lost != null) {
            throw lost;
        }
    }

    @Override
    public ShardSet claim(NodeId node, int lane, ShardSet shards) {
        return registration.ask("let %s claim shards".formatted(node), session -> {
            Object[] wanted = shards.stream().mapToObj(shard -> (short) shard).toArray();
            try (Query query = session.query("cluster.claim", "session.durably", "cluster.claimed")
                    .set("node", node.toString())
                    .set("lane", (short) lane)
                    .set("shards", "int2", wanted)) {
                List<Integer> claimed = new ArrayList<>();
                try (ResultSet rows = query.rows()) {
                    while (rows.next()) {
                        claimed.add(rows.getInt(1));
                    }
                }
                checkReplicated("let a node claim shards", query);
                return ShardSet.of(claimed);
            }
        });
    }

    @Override
    public boolean remove(ClusterMember seen) {
        String asked = "remove the node %s".formatted(seen.node());
        return registration.ask(
                asked,
                session -> LaneOpener.durably(session, asked, () -> {
                    try (Query query = session.query("cluster.lock")) {
                        query.execute();
                    }
                    List<String> found = names(session.query("cluster.dead")
                            .set("node", seen.node())
                            .set("beat", seen.beat()));
                    if (found.isEmpty()) {
                        return !isRegistered(session, seen.node());
                    }
                    removeLocked(session, found);
                    return true;
                }));
    }

    private static boolean isRegistered(LaneSession session, String node) throws SQLException {
        try (Query query = session.query("cluster.isRegistered").set("node", node);
                ResultSet rows = query.rows()) {
            rows.next();
            return rows.getBoolean(1);
        }
    }

    @Override
    public void leave(NodeId node) {
        String asked = "let %s leave".formatted(node);
        List<String> left = registration.ask(
                asked,
                session -> LaneOpener.durably(session, asked, () -> {
                    try (Query query = session.query("cluster.lock")) {
                        query.execute();
                    }
                    List<String> found = names(session.query("cluster.leaving").set("node", node.toString()));
                    removeLocked(session, found);
                    return found;
                }));
        LOG.info("nodes left={}", left);
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
        return allowances;
    }

    @Override
    public ClusterHints hints() {
        if (sessions.database().pooled()) {
            throw new StoreException(
                    StoreException.Kind.DATA,
                    "%s is behind a pooler, through which no notification arrives: the nodes look at intervals"
                            .formatted(sessions.database().describe()),
                    null);
        }
        hints.open();
        return hints;
    }

    /** Gives the connections back. The lanes keep theirs until the store is closed. */
    @Override
    public void close() {
        hints.close();
        registration.close();
    }
}
