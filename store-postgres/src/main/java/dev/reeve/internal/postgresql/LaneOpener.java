package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Opens the sessions of a node that joins, and registers its lanes in one durable transaction.
 *
 * @param others how many other connections the node keeps
 */
record LaneOpener(Sessions sessions, NodeId node, int lanes, int others) {

    /** Registers a node and its lanes. */
    interface Registering {

        /**
         * @param incarnations of the lanes, in order
         * @return false if the node may not join
         */
        boolean register(LaneSession session, List<Long> incarnations) throws SQLException;
    }

    /**
     * @param shards of each lane, from the beginning
     * @return the lanes; none if the node may not join
     */
    List<PostgresLane> open(IntFunction<ShardSet> shards, Registering registering) {
        List<LaneName> names = IntStream.range(0, lanes)
                .mapToObj(lane -> new LaneName(node.toString(), lane, shards.apply(lane)))
                .toList();
        List<LaneSession> open = sessions.openAll(names, others);
        boolean joined = false;
        try {
            List<Long> incarnations = new ArrayList<>();
            for (int lane = 0; lane < lanes; lane++) {
                incarnations.add(sessions.newIncarnation());
            }
            boolean may = durably(
                    open.getFirst(), "let a node join", () -> registering.register(open.getFirst(), incarnations));
            List<PostgresLane> result = new ArrayList<>();
            for (int lane = 0; may && lane < lanes; lane++) {
                result.add(new PostgresLane(sessions, names.get(lane), incarnations.get(lane), open.get(lane)));
            }
            joined = may;
            return result;
        } catch (SQLException e) {
            throw PostgresErrors.failed("let %s join".formatted(node), e);
        } finally {
            if (!joined) {
                open.forEach(LaneSession::close);
            }
        }
    }

    /**
     * Commits the work in a transaction of several statements, and waits until it is durable.
     *
     * @param asked see {@link PostgresErrors#failed}
     */
    static <T> T durably(LaneSession session, String asked, Transaction.Work<T> work) throws SQLException {
        Connection connection = session.connection();
        connection.clearWarnings();
        T answer = Transaction.committed(connection, () -> {
            try (Query query = session.query("join.durably")) {
                query.execute();
            }
            return work.done();
        });
        StoreException lost = PostgresErrors.notReplicated(asked, connection.getWarnings());
        if (lost != null) {
            throw lost;
        }
        return answer;
    }

    /** Refuses a store that this release must not use. A newer release may have come since it was opened. */
    static void checkFormat(LaneSession session) throws SQLException {
        try (Query query = session.query("session.format")) {
            DatabaseFacts.checkFormat(query, session.database().describe());
        }
    }

    static void insert(LaneSession session, NodeId node, List<Long> incarnations) throws SQLException {
        Short[] lanes = new Short[incarnations.size()];
        for (short lane = 0; lane < lanes.length; lane++) {
            lanes[lane] = lane;
        }
        try (Query query = session.query("join.lanes")) {
            query.set("node", node.toString())
                    .set("lanes", "int2", lanes)
                    .set("incarnations", "int8", incarnations.toArray())
                    .update();
        }
    }
}
