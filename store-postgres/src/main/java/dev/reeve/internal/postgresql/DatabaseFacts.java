package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.StoreFormat;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.jdbc.PreferQueryMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The facts about a database, read before anything else is done with it. Immutable.
 *
 * @param version as the server says it
 * @param where name of the database and of the role
 * @param schema in which the store is
 * @param schemaVersion version of the schema; 0 if the schema does not exist
 * @param pooled whether a pooler in between may use another session for each transaction, so that no setting and no
 *     prepared statement may be kept in a session (R49, R50)
 */
record DatabaseFacts(String version, String where, Schema schema, int schemaVersion, boolean pooled) {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseFacts.class);

    /** The oldest version that is supported and tested. */
    private static final int VERSION_MIN = 150_000;

    /** @throws dev.reeve.spi.store.StoreException if it cannot be used */
    static DatabaseFacts inspect(Loan loan) throws SQLException {
        Connection connection = loan.connection();
        if (!connection.isWrapperFor(PGConnection.class)) {
            throw PostgresErrors.unusable(
                    "the data source does not give connections of PostgreSQL's own driver (org.postgresql), but %s: use that driver"
                            .formatted(connection.getClass().getName()));
        }
        PGConnection driver = connection.unwrap(PGConnection.class);
        if (driver.getPreferQueryMode() == PreferQueryMode.SIMPLE) {
            throw PostgresErrors.unusable(
                    "the data source has preferQueryMode=simple, which puts values into the text of statements: remove the setting");
        }
        return facts(loan, driver.getBackendPID());
    }

    private static DatabaseFacts facts(Loan loan, int sessionPid) throws SQLException {
        try (Query query = loan.query("session.facts");
                ResultSet rows = query.rows()) {
            rows.next();
            int number = rows.getInt(1);
            String version = rows.getString(2);
            requireVersion(number, version);
            if (rows.getBoolean(3)) {
                throw PostgresErrors.unavailable(
                        "the server is in recovery, so it is a standby or just starting: connect to the primary (targetServerType=primary)");
            }
            if (rows.getBoolean(4)) {
                throw PostgresErrors.unavailable(
                        "the database is read-only (default_transaction_read_only): make it writable, or connect to the primary");
            }
            String commit = rows.getString(7);
            warnOfLoss(rows.getBoolean(5), rows.getBoolean(6), commit, rows.getBoolean(8));
            String where = rows.getString(10) + " as " + rows.getString(11);
            if (!rows.getString(13).equals("UTF8")) {
                throw PostgresErrors.encoding(where, rows.getString(13));
            }
            boolean pooled = rows.getInt(9) != sessionPid;
            if (pooled) {
                LOG.info(
                        "database={}: a pooler hands out sessions, so each statement brings its settings along; connecting"
                                + " to the server directly is faster",
                        where);
            }
            int found = rows.getBoolean(12) ? schemaVersion(loan) : 0;
            if (found >= PostgresMigrations.FORMATS) {
                checkFormat(loan, "database %s".formatted(where));
                if (found > PostgresMigrations.VERSION) {
                    LOG.info(
                            "database={}: a newer release has migrated the schema to version {}; this release knows {}, and may"
                                    + " use it",
                            where,
                            found,
                            PostgresMigrations.VERSION);
                }
            }
            return new DatabaseFacts(version, where, loan.schema(), found, pooled);
        }
    }

    static void requireVersion(int number, String version) {
        if (number < VERSION_MIN) {
            throw PostgresErrors.unusable(
                    "PostgreSQL %s is too old: expected 15 or later. Upgrade the server".formatted(version));
        }
    }

    /**
     * Warns of settings that can lose data (R53). A database that may lose data says so:
     * {@code alter database … set reeve.throwaway = on}.
     */
    private static void warnOfLoss(boolean fsync, boolean fullPages, String commit, boolean throwaway) {
        List<String> off = new ArrayList<>();
        if (!fsync) {
            off.add("fsync");
        }
        if (!fullPages) {
            off.add("full_page_writes");
        }
        if (off.isEmpty()) {
            if (commit.equals("off")) {
                LOG.info("synchronous_commit is off: the store switches it on for its own transactions");
            }
        } else if (throwaway) {
            LOG.info("{} off, and reeve.throwaway is on: what is stored may not survive a crash of the machine", off);
        } else {
            LOG.warn(
                    "{} OFF: a crash of the machine can destroy the database and everything that was acknowledged. Switch it"
                            + " on; or, if the database is meant to be thrown away: alter database … set reeve.throwaway = on",
                    off);
        }
    }

    private static int schemaVersion(Loan loan) throws SQLException {
        try (Query query = loan.query("session.schema");
                ResultSet rows = query.rows()) {
            rows.next();
            int found = rows.getInt(1);
            if (rows.getInt(2) > 0) {
                throw PostgresErrors.unusable(
                        "a migration of the schema %1$s failed half-way: see %1$s.schema_history, and restore a backup"
                                .formatted(loan.schema().name()));
            }
            return found;
        }
    }

    private static void checkFormat(Loan loan, String database) throws SQLException {
        try (Query query = loan.query("session.format")) {
            checkFormat(query, database);
        }
    }

    /** Refuses a store that only newer releases can read. */
    static void checkFormat(Query query, String database) throws SQLException {
        try (ResultSet rows = query.rows()) {
            rows.next();
            StoreFormat.check(database, rows.getInt(1));
        }
    }

    /** Whether the schema is that of this release, or that of a newer one which this release may use. */
    boolean hasCurrentSchema() {
        return schemaVersion >= PostgresMigrations.VERSION;
    }

    String describe() {
        String store = "PostgreSQL %s, database %s".formatted(version, where);
        return schema == Schema.DEFAULT ? store : "%s, schema %s".formatted(store, schema.name());
    }
}
