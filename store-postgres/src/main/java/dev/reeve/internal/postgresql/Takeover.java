package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a node the owner of everything: one transaction that deletes the rows of all lanes and writes its own. The
 * deletion waits for a batch under way, and a later batch finds no row.
 */
final class Takeover {

    private static final Logger LOG = LoggerFactory.getLogger(Takeover.class);

    private Takeover() {}

    static List<PostgresLane> join(Sessions sessions, NodeId node, int lanes) {
        List<PostgresLane.Name> names = IntStream.range(0, lanes)
                .mapToObj(lane -> new PostgresLane.Name(node.toString(), lane, lanes))
                .toList();
        List<LaneSession> open = sessions.openAll(names);
        boolean joined = false;
        try {
            List<Long> incarnations = new ArrayList<>();
            for (int lane = 0; lane < lanes; lane++) {
                incarnations.add(sessions.newIncarnation());
            }
            write(open.getFirst(), node, incarnations);
            List<PostgresLane> result = new ArrayList<>();
            for (int lane = 0; lane < lanes; lane++) {
                result.add(new PostgresLane(sessions, names.get(lane), incarnations.get(lane), open.get(lane)));
            }
            joined = true;
            return result;
        } catch (SQLException e) {
            throw PostgresErrors.failed("let %s join".formatted(node), e);
        } finally {
            if (!joined) {
                open.forEach(LaneSession::close);
            }
        }
    }

    private static void write(LaneSession session, NodeId node, List<Long> incarnations) throws SQLException {
        Connection connection = session.connection();
        int fenced = Transaction.committed(connection, () -> takeOver(session, node, incarnations));
        StoreException lost = PostgresErrors.notReplicated("let a node join", connection.getWarnings());
        if (lost != null) {
            throw lost;
        }
        LOG.info("node={} owns all shards in {} lanes; lanes fenced={}", node, incarnations.size(), fenced);
    }

    /** @return how many lanes existed before */
    private static int takeOver(LaneSession session, NodeId node, List<Long> incarnations) throws SQLException {
        try (Query query = session.query("join.durably")) {
            query.execute();
        }
        update(session, "join.lock");
        int fenced = update(session, "join.fence");
        update(session, "join.forget");
        try (Query query = session.query("join.node")) {
            query.set("node", node.toString())
                    .set("name", node.name())
                    .set("incarnation", node.incarnation())
                    .update();
        }
        try (Query query = session.query("join.lanes")) {
            Short[] lanes = new Short[incarnations.size()];
            for (short lane = 0; lane < lanes.length; lane++) {
                lanes[lane] = lane;
            }
            query.set("node", node.toString())
                    .set("lanes", "int2", lanes)
                    .set("incarnations", "int8", incarnations.toArray())
                    .update();
        }
        try (Query query = session.query("join.shards")) {
            query.set("node", node.toString()).set("lanes", incarnations.size()).update();
        }
        return fenced;
    }

    private static int update(LaneSession session, String block) throws SQLException {
        try (Query query = session.query(block)) {
            return query.update();
        }
    }
}
