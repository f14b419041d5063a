package dev.reeve.internal.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of a lane or of the registration. Set up for its work and given back unchanged: it belongs to the
 * user, and perhaps to a pool that lends it to others. Not thread-safe, except for {@link #breakOff}.
 */
final class LaneSession implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LaneSession.class);

    private final Connection connection;
    private final DatabaseFacts database;
    private final BaseConnection driver;
    private final boolean autoCommit;
    private final int networkMillis;
    private final int prepareThreshold;

    /** The settings that each statement carries; null if they are set for the session. */
    private final @Nullable TransactionSettings perStatement;

    private Map<String, String> settings = Map.of();

    private LaneSession(Connection connection, DatabaseFacts database, Timeouts timeouts) throws SQLException {
        this.connection = connection;
        this.database = database;
        perStatement = database.pooled() ? TransactionSettings.lane(timeouts) : null;
        driver = connection.unwrap(BaseConnection.class);
        autoCommit = connection.getAutoCommit();
        networkMillis = connection.getNetworkTimeout();
        prepareThreshold = driver.getPrepareThreshold();
    }

    /** @param connection is given back if it cannot be set up */
    static LaneSession open(Connection connection, DatabaseFacts database, Timeouts timeouts, String name)
            throws SQLException {
        LaneSession session;
        try {
            session = new LaneSession(connection, database, timeouts);
        } catch (SQLException e) {
            try (connection) {
                throw e;
            }
        }
        try {
            session.setUp(timeouts, name);
            return session;
        } catch (SQLException e) {
            session.close();
            throw e;
        }
    }

    private void setUp(Timeouts timeouts, String name) throws SQLException {
        connection.setNetworkTimeout(Runnable::run, timeouts.networkMillis());
        if (!autoCommit) {
            connection.setAutoCommit(true);
        }
        // prepared in the server from the first use; never behind a pooler, because the session may be another one
        // (R50)
        driver.setPrepareThreshold(database.pooled() ? 0 : 1);
        if (!database.pooled()) {
            Map<String, String> wanted = wanted(timeouts, name);
            settings = current(List.copyOf(wanted.keySet()));
            apply(wanted);
        }
    }

    private static Map<String, String> wanted(Timeouts timeouts, String name) {
        Map<String, String> wanted = new LinkedHashMap<>();
        wanted.put("application_name", name);
        wanted.put("statement_timeout", timeouts.statement().toMillis() + "ms");
        wanted.put("lock_timeout", timeouts.lock().toMillis() + "ms");
        wanted.put(
                "idle_in_transaction_session_timeout",
                timeouts.idleInTransaction().toMillis() + "ms");
        wanted.put("search_path", "pg_catalog, pg_temp");
        // The fence and the guards are made for it. A stricter default of the database would fail batches for nothing.
        wanted.put("default_transaction_isolation", "read committed");
        // A lane's statements are planned once, perhaps while the tables are empty and without statistics. On an empty
        // table a scan is the best plan; on a million rows it is far too slow. All queries of a lane can use an index,
        // so no other plan is offered to the planner (F49).
        wanted.put("plan_cache_mode", "force_generic_plan");
        wanted.put("enable_seqscan", "off");
        wanted.put("enable_hashjoin", "off");
        wanted.put("enable_mergejoin", "off");
        // disabled plan nodes count as very expensive, and the server would compile expensive plans
        wanted.put("jit", "off");
        return wanted;
    }

    private Map<String, String> current(List<String> names) throws SQLException {
        Map<String, String> found = new LinkedHashMap<>();
        try (Query query = Query.inSession(connection, database.schema().sql("session.settings"))
                        .set("names", "text", names.toArray());
                ResultSet rows = query.rows()) {
            while (rows.next()) {
                found.put(rows.getString(1), rows.getString(2));
            }
        }
        return found;
    }

    private void apply(Map<String, String> values) throws SQLException {
        List<String> names = new ArrayList<>(values.keySet());
        List<String> settings = names.stream().map(values::get).toList();
        try (Query query = Query.inSession(connection, database.schema().sql("session.apply"))
                        .set("names", "text", names.toArray())
                        .set("settings", "text", settings.toArray());
                ResultSet rows = query.rows()) {
            while (rows.next()) {
                LOG.trace("set {}", rows.getString(1));
            }
        }
    }

    Query query(String... blocks) throws SQLException {
        TransactionSettings before = perStatement;
        return before == null
                ? Query.inSession(connection, database.schema().sql(blocks))
                : Query.guarded(connection, before, database.schema().sql(blocks));
    }

    PreparedStatement prepare(PostgresSql statement) throws SQLException {
        TransactionSettings before = perStatement;
        PostgresSql sql = database.schema().in(statement);
        return connection.prepareStatement((before == null ? sql : before.before(sql)).text());
    }

    /** The result of a prepared statement. */
    ResultSet rows(PreparedStatement statement) throws SQLException {
        return perStatement == null ? statement.executeQuery() : TransactionSettings.rows(statement);
    }

    ArrayBuffer arrays() {
        return new ArrayBuffer(driver);
    }

    DatabaseFacts database() {
        return database;
    }

    Connection connection() {
        return connection;
    }

    /** Cuts the connection. A thread that waits for it gets an exception. May be called by any thread. */
    void breakOff() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.debug("the connection of a lane could not be cut, so it is dead already", e);
        }
    }

    /**
     * Gives a session up under the lock of its owner. If a thread holds the lock because it waits for the database,
     * cuts the connection first.
     *
     * @param giveUp gives the connection back
     */
    static void giveUp(@Nullable LaneSession open, ReentrantLock lock, Runnable giveUp) {
        if (!lock.tryLock()) {
            if (open != null) {
                open.breakOff();
            }
            lock.lock();
        }
        try {
            giveUp.run();
        } finally {
            lock.unlock();
        }
    }

    /** Gives the connection back unchanged; cuts it if that is not possible. */
    @Override
    public void close() {
        try (connection) {
            if (!connection.isClosed()) {
                if (!settings.isEmpty()) {
                    apply(settings);
                }
                driver.setPrepareThreshold(prepareThreshold);
                connection.setNetworkTimeout(Runnable::run, networkMillis);
                connection.setAutoCommit(autoCommit);
            }
        } catch (SQLException e) {
            LOG.debug("the connection of a lane could not be given back as it was, so it is cut", e);
            breakOff();
        }
    }
}
