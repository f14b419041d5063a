package dev.reeve.benchmark.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The statements that engines send to a PostgreSQL server of their own, as pg_stat_statements counts them. */
public final class StatementCounts implements AutoCloseable {

    /** @param text its beginning */
    public record Count(long calls, String text) {}

    private static final int SHOWN = 12;
    private static final int TEXT_MAX = 60;

    /** Leaves out those of this measurement, and the settings that are sent in one text with a statement. */
    private static final String COUNTED = """
            from pg_stat_statements
            where query not ilike '%pg_stat_statements%' and query !~* '^(begin|commit|rollback|set |select\\s+pg_catalog.set_config)'
            """;

    private final Connection connection;
    private final Statement statement;

    /** Counts the statements of connections that are opened after this. */
    public StatementCounts(PostgresDatabase database) throws SQLException {
        connection = database.connect();
        statement = connection.createStatement();
        statement.execute("create extension pg_stat_statements");
        statement.execute("alter database postgres set pg_stat_statements.track = 'all'"); // for new sessions
    }

    /** Counts from now on. */
    public void reset() throws SQLException {
        statement.execute("select pg_stat_statements_reset()");
    }

    public long sum() throws SQLException {
        try (ResultSet rows = statement.executeQuery("select coalesce(sum(calls), 0) " + COUNTED)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** The most frequent statements, the most frequent first. */
    public List<Count> mostFrequent() throws SQLException {
        List<Count> counts = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(
                "select calls, regexp_replace(query, '\\s+', ' ', 'g') " + COUNTED + " order by calls desc")) {
            while (rows.next() && counts.size() < SHOWN) {
                String query = rows.getString(2);
                counts.add(new Count(rows.getLong(1), query.substring(0, Math.min(query.length(), TEXT_MAX))));
            }
        }
        return counts;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
