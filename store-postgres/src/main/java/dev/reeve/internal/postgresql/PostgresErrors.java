package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreException.Kind;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLWarning;

/** Maps the SQLSTATE of every error to its kind, and adds advice. */
final class PostgresErrors {

    /** The keys of rows that another session may have written in the meantime. */
    private static final Set<String> OTHERS_ROWS = Set.of("execution_pkey", "journal_pkey");

    /** The routine in the server that raises the warning; its text is in the server's language (F21). */
    private static final String SYNC_WAIT_ROUTINE = "SyncRepWaitForLSN";

    private PostgresErrors() {}

    /** @param asked what the database was asked to do, as in "PostgreSQL did not …" */
    static StoreException failed(String asked, SQLException e) {
        Kind kind = kind(e);
        return new StoreException(
                kind, "PostgreSQL did not %s: %s%s".formatted(asked, describe(e), advice(state(e), kind)), e);
    }

    static StoreException opening(SQLException e) {
        String state = state(e);
        String advice = switch (state) {
            case "3D000" -> ". Create the database, or correct its name in the data source";
            case "28P01", "28000" -> ". Check user and password of the data source, and pg_hba.conf of the server";
            // the driver's code for a server that answered and requires something else
            case "08004" ->
                ". The server refused the connection: check user, password and sslmode of the data source, and pg_hba.conf of the server";
            case "42501" ->
                ". Grant the role the right to create the schema of the store, or let another role migrate first";
            case "22021", "22P05" ->
                ". Its encoding has to be UTF8: create the database with encoding 'UTF8' template template0";
            case "57P03" -> ". It is starting up, shutting down or in recovery: try again when it is up";
            // it was the pool, and not the server
            case "" ->
                ". See the cause, and whether the pool of the data source reaches the server and has connections left";
            default ->
                state.startsWith("08")
                        ? ". Check host and port of the data source, and that the server is up"
                        : advice(state, kind(e));
        };
        return new StoreException(kind(e), "cannot open the PostgreSQL store: %s%s.".formatted(describe(e), advice), e);
    }

    /** @param got how many of the needed connections there were; the lanes need one each, and one more is needed */
    static StoreException tooFewConnections(int lanes, int others, int got, SQLException e) {
        int needed = lanes + others + 1;
        int given = got + others;
        if (!state(e).isEmpty()) {
            // it was the server, and not the pool
            return failed("give %d connections, only %d".formatted(needed, given), e);
        }
        return new StoreException(
                kind(e),
                ("the data source did not give %d connections, only %d: %s. The engine keeps one for each of its %d"
                                + " lanes%s, and borrows others from time to time. Let the pool have at least %d"
                                + " (maximumPoolSize, maxTotal), and as many more as the application needs at a time")
                        .formatted(
                                needed,
                                given,
                                describe(e),
                                lanes,
                                others == 0 ? "" : " and %d for its cluster".formatted(others),
                                needed),
                e);
    }

    static StoreException elsewhere(NodeId node) {
        return new StoreException(
                Kind.DATA,
                "the connection leads to a database in which node %s does not run: give one of the data source that this engine was opened with; or another engine has taken the store over, or the workflow has just been undeployed"
                        .formatted(node),
                null);
    }

    /** The exception for rows that a foreign trigger, rule or policy has dropped. */
    static StoreException dropped(String what, long given, long written) {
        return new StoreException(
                Kind.DATA,
                "of %d %s the database wrote %d: a trigger, a rule or a row security policy drops them. Remove it"
                        .formatted(given, what, written),
                null);
    }

    /** Texts may contain non-ASCII characters, and users expect them back unchanged. */
    static StoreException encoding(String where, String encoding) {
        return unusable(
                "the database %s has the encoding %s, which cannot keep every text: expected UTF8. Create one that has it (create database … template template0 encoding 'UTF8') and use that"
                        .formatted(where, encoding));
    }

    static StoreException closed() {
        return new StoreException(Kind.UNAVAILABLE, "the PostgreSQL store was closed: open it again", null);
    }

    static StoreException unavailable(String message) {
        return new StoreException(Kind.UNAVAILABLE, message, null);
    }

    static StoreException unusable(String message) {
        return new StoreException(Kind.UNUSABLE, message, null);
    }

    /**
     * A commit whose replication PostgreSQL stopped waiting for is acknowledged, and can still be lost. Only a warning
     * says so (F21).
     */
    static @Nullable StoreException notReplicated(String asked, @Nullable SQLWarning first) {
        for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
            if (warning instanceof PSQLWarning told
                    && told.getServerErrorMessage() != null
                    && SYNC_WAIT_ROUTINE.equals(told.getServerErrorMessage().getRoutine())) {
                return new StoreException(
                        Kind.UNAVAILABLE,
                        "PostgreSQL did not wait until the standby had what it was asked to %s: %s. Check the standbys"
                                .formatted(asked, warning.getMessage()),
                        warning);
            }
        }
        return null;
    }

    /**
     * As {@link #notReplicated}, but throws the error.
     *
     * @throws StoreException if the database did not wait for the standby
     */
    static void requireReplicated(String asked, @Nullable SQLWarning first) {
        StoreException lost = notReplicated(asked, first);
        if (lost != null) {
            throw lost;
        }
    }

    /** As {@link #failed}, for a batch: a lock timeout may concern a key that another transaction holds. */
    static StoreException batchFailed(String asked, SQLException e) {
        StoreException failed = failed(asked, e);
        return state(e).equals("55P03")
                ? new StoreException(Kind.LOCKED, String.valueOf(failed.getMessage()), e)
                : failed;
    }

    /** Whether the connection is of no use any more: the network, the server or the pool ended it. */
    static boolean isBroken(SQLException e) {
        String state = state(e);
        return state.isEmpty() || state.startsWith("08") || state.startsWith("57P");
    }

    static Kind kind(SQLException e) {
        String state = state(e);
        if (isWrittenMeanwhile(e)) {
            return Kind.STALE;
        }
        return switch (state.length() < 2 ? "" : state.substring(0, 2)) {
            // data exception, integrity constraint, cardinality, program limit: caused by the given values
            case "21", "22", "23", "54" -> Kind.DATA;
            // authorisation, catalogue or schema name, missing table or right, feature, corrupted data
            case "28", "3D", "3F", "42", "0A", "XX", "F0" -> Kind.UNUSABLE;
            // 08 connection, 25 read-only, 40 rolled back, 53 resources, 55 lock, 57 operator, 58 system, and all the
            // rest
            default -> Kind.UNAVAILABLE;
        };
    }

    /**
     * Whether the execution or the journal row is there already. Another start with the same key was committed first,
     * in its caller's transaction (S3), or another engine has written about the execution, as after a failover that
     * forgot who owns the shard (F22). The next look finds it.
     */
    private static boolean isWrittenMeanwhile(SQLException e) {
        return e instanceof PSQLException refused
                && refused.getServerErrorMessage() != null
                && OTHERS_ROWS.contains(
                        String.valueOf(refused.getServerErrorMessage().getConstraint()));
    }

    private static String advice(String state, Kind kind) {
        return switch (state) {
            case "25006" -> ". It is read-only: connect to the primary (targetServerType=primary)";
            case "53100" -> ". Its disk is full: make room";
            case "53300" -> ". Raise max_connections, or use fewer lanes or a smaller pool";
            case "55P03" -> ". Another session holds the lock, perhaps in a transaction that is still open: try again";
            case "57014" -> ". It took longer than statement_timeout, or was cancelled: try again";
            case "42501" -> ". Grant the role its rights on the schema of the store and all that is in it";
            case "42P01", "42703", "42883", "3F000" ->
                ". The schema of the store is damaged or of another release: restore it, or open the store again to migrate";
            default ->
                switch (kind) {
                    case UNAVAILABLE, LOCKED -> ". Try again when it is back";
                    case STALE -> ". It was written meanwhile: read it again";
                    case DATA -> ". Trying the same again is pointless";
                    case UNUSABLE -> ". A person must look at it";
                };
        };
    }

    private static String describe(SQLException e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        String state = state(e);
        return state.isEmpty() ? message : message + " (SQLSTATE " + state + ")";
    }

    private static String state(SQLException e) {
        return e.getSQLState() == null ? "" : e.getSQLState();
    }
}
