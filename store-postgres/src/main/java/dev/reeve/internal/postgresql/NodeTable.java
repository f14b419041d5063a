package dev.reeve.internal.postgresql;

import dev.reeve.Occupancy;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.NodeReport;
import dev.reeve.spi.store.NodeRow;
import dev.reeve.spi.store.ShardSet;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The registered nodes with what they tell others, in the table node. */
final class NodeTable {

    private NodeTable() {}

    /** Sets the parameters of a renewal. */
    static Query report(Query query, @Nullable NodeReport report) throws SQLException {
        Instant due = report == null ? null : report.oldestDue();
        query.set("version", report == null ? null : report.version())
                .set("in_flight", report == null ? null : report.inFlight())
                .set("lag_micros", report == null ? null : report.lag().toNanos() / 1_000);
        return due == null ? query.set("oldest_due", (Object) null) : query.set("oldest_due", due);
    }

    static List<NodeRow> list(Loan loan) throws SQLException {
        return loan.query("store.nodes").list(NodeTable::row);
    }

    private static NodeRow row(ResultSet rows) throws SQLException {
        Short[] shards = (Short[]) rows.getArray(5).getArray();
        String version = rows.getString(7);
        NodeReport report = version == null
                ? null
                : new NodeReport(
                        version,
                        rows.getInt(8),
                        Duration.of(rows.getLong(9), ChronoUnit.MICROS),
                        ResultRows.timeOrNull(rows, 10));
        return new NodeRow(
                new NodeId(rows.getString(1), rows.getLong(2)),
                rows.getBoolean(3),
                ShardSet.of(Arrays.stream(shards).map(Short::intValue).toList()),
                ResultRows.time(rows, 4),
                ResultRows.timeOrNull(rows, 6),
                report);
    }

    /** Reads the names of the lanes' sessions. Behind a pooler the sessions cannot be named. */
    static Occupancy occupancy(Loan loan) throws SQLException {
        try (Query query = loan.query("store.occupancy");
                ResultSet rows = query.rows()) {
            rows.next();
            String nodes = rows.getString(1);
            String sharing = rows.getString(2);
            int others = rows.getInt(3);
            if (sharing != null && (nodes != null || others > 0)) {
                return new Occupancy.Shared("the nodes " + sharing);
            }
            if (nodes != null) {
                return new Occupancy.Taken("node " + nodes);
            }
            return others == 0 || !rows.getBoolean(4)
                    ? new Occupancy.Free()
                    : new Occupancy.Unknown(
                            "there are %d other sessions in the database, none of which bears the name of a node; an engine behind a pooler would have none"
                                    .formatted(others));
        }
    }
}
