package dev.reeve.store.postgres;

import dev.reeve.engine.store.ServicePause;
import dev.reeve.engine.store.StoreException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What people have stopped, in the table service_pause. */
final class Pauses {

    private Pauses() {}

    /** @param commitsLate whether the session has to be told to wait until it is durable (T1) */
    static void insert(Connection connection, ServicePause pause, boolean commitsLate) throws SQLException {
        try (Query query = new Query(connection, Sql.of(commitsLate ? "store.pause.durably" : "store.pause"))) {
            update(query.set("action", pause.action())
                    .set("paused_by", pause.by())
                    .set("reason", pause.why())
                    .set("since", pause.since()));
        }
    }

    static void delete(Connection connection, String action, boolean commitsLate) throws SQLException {
        try (Query query = new Query(connection, Sql.of(commitsLate ? "store.resume.durably" : "store.resume"))) {
            update(query.set("action", action));
        }
    }

    private static void update(Query query) throws SQLException {
        query.update();
        StoreException lost = Failures.notReplicated(
                "keep who may be called", query.statement().getWarnings());
        if (lost != null) {
            throw lost;
        }
    }

    static List<ServicePause> list(Connection connection) throws SQLException {
        List<ServicePause> found = new ArrayList<>();
        try (Query query = new Query(connection, Sql.of("store.pauses"));
                ResultSet rows = query.rows()) {
            while (rows.next()) {
                found.add(
                        new ServicePause(rows.getString(1), rows.getString(2), rows.getString(3), Rows.time(rows, 4)));
            }
        }
        return found;
    }
}
