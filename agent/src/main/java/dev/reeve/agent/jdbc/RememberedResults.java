package dev.reeve.agent.jdbc;

import dev.reeve.Json;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.agent.PayloadException;
import dev.reeve.internal.agent.Payloads;
import dev.reeve.internal.agent.UnnamedStatements;
import dev.reeve.internal.values.Limits;
import dev.reeve.internal.values.OptionChecks;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Savepoint;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the results of steps in the database of a service, by their idempotency keys. The result is stored in the
 * transaction that has the effect. So the effect happens once, however many attempts the step needs, and a repeated
 * attempt returns the stored result.
 *
 * <pre>{@code
 * RememberedResults results = RememberedResults.in(dataSource);
 *
 * Handler<Booking, Json> book = (booking, step) -> results.once(step.idempotencyKey(), connection -> {
 *     bookings.insert(connection, booking);
 *     return new Booked(booking.id());
 * });
 * }</pre>
 *
 * <p>The service creates the table, for example with its other migrations:
 *
 * <pre>{@code
 * create table reeve_result (
 *     idempotency_key varchar(700) not null primary key,
 *     result          text,
 *     stored_at       bigint       not null
 * );
 * create index reeve_result_stored_at on reeve_result (stored_at);
 * }</pre>
 *
 * <p>PostgreSQL and SQLite understand this. On MySQL the result needs the type {@code longtext}. All statements are
 * plain SQL.
 *
 * <p>Thread-safe. Two attempts with the same key never run at the same time: the second one waits for the transaction
 * of the first one, and returns its result. If the database does not let it wait that long, it fails with a transient
 * {@link StepFailure}, and is retried.
 */
public final class RememberedResults {

    private static final String TABLE = "reeve_result";
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)?");
    private static final int TRIES_MAX = 3;

    /** All errors for broken constraints, in standard SQL. */
    private static final String CONSTRAINT = "23";

    /** SQLITE_CONSTRAINT. The driver of SQLite has no SQLSTATE for it. */
    private static final int SQLITE_CONSTRAINT = 19;

    /** The effect of a step, and its result. */
    @FunctionalInterface
    public interface Effect {

        /**
         * Makes the effect.
         *
         * @param connection in the transaction that stores the result; the effect neither commits nor closes it
         * @return any value that can be written as JSON, or null
         * @throws Exception rolls everything back, and fails the attempt as an exception of the handler does
         */
        @Nullable Object apply(Connection connection) throws Exception;
    }

    private final DataSource dataSource;
    private final InstantSource clock;
    private final String table;

    private RememberedResults(DataSource dataSource, InstantSource clock, String table) {
        this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.table = table;
        if (!NAME.matcher(table).matches()) {
            throw new IllegalArgumentException("table: expected a name such as reeve_result or shop.reeve_result");
        }
    }

    /** Remembers results in the table {@code reeve_result} of this database. */
    public static RememberedResults in(DataSource dataSource) {
        return new RememberedResults(dataSource, Clock.systemUTC(), TABLE);
    }

    /** Uses a table of another name, which may have a schema. */
    public RememberedResults withTable(String name) {
        return new RememberedResults(dataSource, clock, name);
    }

    /** Uses another clock for the age of results. */
    public RememberedResults withClock(InstantSource other) {
        return new RememberedResults(dataSource, other, table);
    }

    /**
     * Returns the stored result of the key. If it has none, applies the effect, and stores its result in the same
     * transaction.
     *
     * @param key usually {@link dev.reeve.agent.StepContext#idempotencyKey()}
     * @return the result of the first transaction with this key that was committed, as JSON
     * @throws StepFailure a transient one, without an effect, if the table cannot be used at present
     * @throws Exception as thrown by the effect or by the commit. After a commit that failed, the effect may have
     *     happened; a repeated attempt finds out
     */
    public Json once(String key, Effect effect) throws Exception {
        try (Connection connection = connection()) {
            return committed(connection, () -> once(connection, key, effect));
        }
    }

    /**
     * As {@link #once(String, Effect)}, in a transaction of the caller, who commits it. If the effect fails, it is
     * rolled back, and the rest of the transaction can go on.
     *
     * @param connection in a transaction; this method neither commits nor closes it
     */
    public Json once(Connection connection, String key, Effect effect) throws Exception {
        Objects.requireNonNull(key, "key");
        if (connection.getAutoCommit()) {
            throw new IllegalArgumentException(
                    "the connection is in no transaction, it commits each statement by itself: call setAutoCommit(false) before, and commit() after");
        }
        Claim claim = claim(connection, key);
        if (claim.known() != null) {
            return claim.known();
        }
        try {
            Json result = written(effect.apply(connection));
            store(connection, key, result);
            return result;
        } catch (Throwable e) {
            rollBack(connection, claim.before(), e);
            throw e;
        }
    }

    private static Json written(@Nullable Object result) {
        try {
            return Payloads.write(result, Limits.DEFAULT.payloadBytes());
        } catch (PayloadException e) {
            throw StepFailure.businessError("RESULT_INVALID", String.valueOf(e.getMessage()))
                    .causedBy(e);
        }
    }

    /**
     * Removes old results in a transaction of its own. A result is needed as long as its step may be repeated: until
     * its execution has ended and is not re-run.
     *
     * @param age of the youngest result to remove
     * @param limit maximum number of results to remove, so that the transaction stays short; the oldest go first
     * @return the number of removed results; call it again if it is the limit
     */
    public int forget(Duration age, int limit) throws SQLException {
        if (age.isNegative() || limit < 1) {
            throw OptionChecks.invalid("expected an age of at least 0 and a limit of at least 1");
        }
        long before = clock.millis() - age.toMillis();
        try (Connection connection = dataSource.getConnection()) {
            return committed(connection, () -> remove(connection, old(connection, before, limit), before));
        }
    }

    /** The work of one transaction. */
    @FunctionalInterface
    private interface Work<T, E extends Exception> {
        T run() throws E;
    }

    /** Commits the work on a borrowed connection, or rolls it back, and leaves the connection as it was. */
    private static <T, E extends Exception> T committed(Connection connection, Work<T, E> work) throws E, SQLException {
        boolean auto = connection.getAutoCommit();
        int threshold = UnnamedStatements.begin(connection);
        try {
            connection.setAutoCommit(false);
            T result = work.run();
            connection.commit();
            return result;
        } catch (Throwable e) {
            rollBack(connection, null, e);
            throw e;
        } finally {
            try {
                connection.setAutoCommit(auto);
            } finally {
                UnnamedStatements.restore(connection, threshold);
            }
        }
    }

    /**
     * @param before the state of the transaction before the claim
     * @param known the stored result of an earlier attempt; null if there is none, so that this attempt has the effect
     */
    private record Claim(
            @Nullable Savepoint before, @Nullable Json known) {}

    /** Waits in the insert while another transaction has the key. */
    private Claim claim(Connection connection, String key) {
        try {
            for (int i = 0; i < TRIES_MAX; i++) {
                Savepoint before = connection.setSavepoint();
                if (insert(connection, key)) {
                    return new Claim(before, null);
                }
                connection.rollback(before);
                Json known = find(connection, key);
                if (known != null) {
                    return new Claim(null, known);
                }
                // that transaction was rolled back, or this one does not see its commit
            }
        } catch (SQLException e) {
            throw unavailable("whether the effect has happened before cannot be told: " + e.getMessage())
                    .causedBy(e);
        }
        throw unavailable("the result of another attempt with this key is not visible yet");
    }

    private static StepFailure unavailable(String message) {
        return StepFailure.transientError("RESULTS_UNAVAILABLE", message);
    }

    private boolean insert(Connection connection, String key) throws SQLException {
        try (PreparedStatement insert = UnnamedStatements.prepare(
                connection,
                "insert into %s (idempotency_key, result, stored_at) values (?, null, ?)".formatted(table))) {
            insert.setString(1, key);
            insert.setLong(2, clock.millis());
            insert.executeUpdate();
            return true;
        } catch (SQLException e) {
            if (isTaken(e)) {
                return false;
            }
            throw e;
        }
    }

    private static boolean isTaken(SQLException e) {
        String state = e.getSQLState();
        return e instanceof SQLIntegrityConstraintViolationException
                || (state == null ? e.getErrorCode() == SQLITE_CONSTRAINT : state.startsWith(CONSTRAINT));
    }

    private @Nullable Json find(Connection connection, String key) throws SQLException {
        try (PreparedStatement query = UnnamedStatements.prepare(
                connection, "select result from %s where idempotency_key = ?".formatted(table))) {
            query.setString(1, key);
            try (ResultSet rows = query.executeQuery()) {
                String result = rows.next() ? rows.getString(1) : null;
                return result == null ? null : new Json(result);
            }
        }
    }

    private void store(Connection connection, String key, Json result) throws SQLException {
        try (PreparedStatement update = UnnamedStatements.prepare(
                connection, "update %s set result = ? where idempotency_key = ?".formatted(table))) {
            update.setString(1, result.text());
            update.setString(2, key);
            if (update.executeUpdate() != 1) {
                throw new SQLException("the effect has ended the transaction, or has removed its row from " + table);
            }
        }
    }

    private List<String> old(Connection connection, long before, int limit) throws SQLException {
        List<String> keys = new ArrayList<>();
        try (PreparedStatement query = UnnamedStatements.prepare(
                connection,
                "select idempotency_key from %s where stored_at <= ? order by stored_at".formatted(table))) {
            query.setMaxRows(limit);
            query.setLong(1, before);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    keys.add(rows.getString(1));
                }
            }
        }
        return keys;
    }

    private int remove(Connection connection, List<String> keys, long before) throws SQLException {
        int removed = 0;
        try (PreparedStatement delete = UnnamedStatements.prepare(
                connection, "delete from %s where idempotency_key = ? and stored_at <= ?".formatted(table))) {
            for (String key : keys) {
                delete.setString(1, key);
                delete.setLong(2, before);
                removed += delete.executeUpdate();
            }
        }
        return removed;
    }

    private Connection connection() {
        try {
            return dataSource.getConnection();
        } catch (SQLException e) {
            throw unavailable("the database does not answer: " + e.getMessage()).causedBy(e);
        }
    }

    /** @param before null for the whole transaction */
    private static void rollBack(Connection connection, @Nullable Savepoint before, Throwable cause) {
        try {
            if (before == null) {
                connection.rollback();
            } else {
                connection.rollback(before);
            }
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }
}
