package dev.reeve.benchmark.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How often the server has run each statement of Reeve so far, and how long that took, by the extension {@code
 * pg_stat_statements}.
 *
 * @param totals by the text of the statement
 */
public record StatementTimes(Map<String, Total> totals) {

    /**
     * Of all executions of one statement.
     *
     * @param blocks of tables and indexes, from memory or disk: the cost that does not depend on other load
     */
    public record Total(long calls, double millis, long blocks) {

        public Total since(Total earlier) {
            return new Total(calls - earlier.calls, millis - earlier.millis, blocks - earlier.blocks);
        }

        public Total plus(Total other) {
            return new Total(calls + other.calls, millis + other.millis, blocks + other.blocks);
        }

        public double blocksEach() {
            return calls == 0 ? Double.NaN : (double) blocks / calls;
        }

        public double micros() {
            return calls == 0 ? Double.NaN : millis * 1e3 / calls;
        }
    }

    private static final Total NONE = new Total(0, 0, 0);

    private static final String ON = """
            do $$ begin
                if current_setting('pg_stat_statements.track') = 'none' then
                    execute format('alter database %I set pg_stat_statements.track = top', current_database());
                end if;
            end $$
            """;

    private static final String READ = """
            select regexp_replace(query, '\\s+', ' ', 'g') as text, sum(calls) as calls, sum(total_exec_time) as millis,
                sum(shared_blks_hit + shared_blks_read) as blocks
            from pg_stat_statements
            where dbid = (select oid from pg_database where datname = current_database()) and query like '%reeve.%'
                and query not like '%pg_stat%'
            group by 1 order by 3 desc
            """;

    /** Creates the extension. Statements count on connections that are opened after this. */
    public static void begin(PostgresDatabase database) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create extension if not exists pg_stat_statements");
            statement.execute(ON);
        } catch (SQLException e) {
            throw new UnusableDatabaseException(
                    "a server with pg_stat_statements among its shared_preload_libraries is needed", e);
        }
    }

    public static StatementTimes now(PostgresDatabase database) {
        Map<String, Total> totals = new LinkedHashMap<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(READ)) {
            while (rows.next()) {
                totals.put(
                        rows.getString("text"),
                        new Total(rows.getLong("calls"), rows.getDouble("millis"), rows.getLong("blocks")));
            }
        } catch (SQLException e) {
            throw new UnusableDatabaseException("reading pg_stat_statements", e);
        }
        return new StatementTimes(totals);
    }

    public StatementTimes since(StatementTimes earlier) {
        Map<String, Total> difference = new LinkedHashMap<>();
        totals.forEach((text, total) -> difference.put(text, total.since(earlier.totals.getOrDefault(text, NONE))));
        return new StatementTimes(difference);
    }

    public StatementTimes plus(StatementTimes other) {
        Map<String, Total> sum = new LinkedHashMap<>(totals);
        other.totals.forEach((text, total) -> sum.merge(text, total, Total::plus));
        return new StatementTimes(sum);
    }

    /** Of all statements. */
    public long blocks() {
        return totals.values().stream().mapToLong(Total::blocks).sum();
    }

    public Total of(String text) {
        return totals.getOrDefault(text, NONE);
    }
}
