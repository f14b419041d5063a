package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.StoreFormat;
import java.sql.SQLException;
import java.util.List;
import java.util.function.IntFunction;
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
        IntFunction<ShardSet> shards = lane -> ShardSet.ofLane(lane, lanes);
        return new LaneOpener(sessions, node, lanes, 0).open(shards, (session, incarnations) -> {
            int fenced = takeOver(session, node, incarnations);
            LOG.info("node={} owns all shards in {} lanes; lanes fenced={}", node, lanes, fenced);
            return true;
        });
    }

    /** @return how many lanes existed before */
    private static int takeOver(LaneSession session, NodeId node, List<Long> incarnations) throws SQLException {
        update(session, "join.lock");
        LaneOpener.checkFormat(session);
        int fenced = update(session, "join.fence");
        update(session, "join.forget");
        try (Query query = session.query("join.node")) {
            query.set("node", node.toString())
                    .set("name", node.name())
                    .set("incarnation", node.incarnation())
                    .set("format", StoreFormat.NEWEST)
                    .update();
        }
        LaneOpener.insert(session, node, incarnations);
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
