package dev.reeve.store.postgres;

import dev.reeve.engine.store.UnofferedAction;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Actions that nobody offers, in the table unoffered_action. */
final class Unoffered {

    private Unoffered() {}

    /** Whoever looks in between sees those that go on. */
    static void keep(Connection connection, List<UnofferedAction> actions) throws SQLException {
        for (String block : List.of("store.unofferedOver", "store.unofferedBegun")) {
            try (Query query = new Query(connection, Sql.of(block))) {
                query.set("actions", array(connection, "text", actions, UnofferedAction::action))
                        .set("sinces", array(connection, "timestamptz", actions, Unoffered::since))
                        .set("waitings", array(connection, "int4", actions, UnofferedAction::waiting))
                        .set("agents", array(connection, "text", actions, UnofferedAction::agent))
                        .update();
            }
        }
    }

    private static Object array(
            Connection connection,
            String type,
            List<UnofferedAction> actions,
            Function<UnofferedAction, ? extends @Nullable Object> part)
            throws SQLException {
        @Nullable Object[] parts = new Object[actions.size()];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = part.apply(actions.get(i));
        }
        return connection.createArrayOf(type, parts);
    }

    private static OffsetDateTime since(UnofferedAction action) {
        return OffsetDateTime.ofInstant(action.since().truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC);
    }

    static List<UnofferedAction> list(Connection connection) throws SQLException {
        List<UnofferedAction> found = new ArrayList<>();
        try (Query query = new Query(connection, Sql.of("store.unoffered"));
                ResultSet rows = query.rows()) {
            while (rows.next()) {
                found.add(
                        new UnofferedAction(rows.getString(1), Rows.time(rows, 2), rows.getInt(3), rows.getString(4)));
            }
        }
        return found;
    }
}
