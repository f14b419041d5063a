package dev.reeve.benchmark.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The tables of the store as the server's statistics describe them. */
public record TableState(String table, long bytes, long dead, long vacuums) {

    private static final String READ = """
            select relname, pg_total_relation_size(relid) as bytes, n_dead_tup, autovacuum_count
            from pg_stat_user_tables where schemaname = 'reeve' order by 2 desc
            """;

    public static List<TableState> of(PostgresDatabase database) {
        List<TableState> states = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(READ)) {
            while (rows.next()) {
                states.add(new TableState(rows.getString(1), rows.getLong(2), rows.getLong(3), rows.getLong(4)));
            }
        } catch (SQLException e) {
            throw new UnusableDatabaseException("reading the statistics of the tables", e);
        }
        return states;
    }

    public String figures() {
        return "%,.0f MiB, %,d dead rows, vacuumed %d times".formatted(bytes / 1048576.0, dead, vacuums);
    }

    @Override
    public String toString() {
        return table + " " + figures();
    }
}
