package dev.reeve.internal.postgresql;

import dev.reeve.internal.values.Times;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGStatement;

/** A prepared {@link PostgresSql} whose parameters are set by name. Not thread-safe. */
final class Query implements AutoCloseable {

    /** Reads a value of the current row. */
    interface RowReading<T> {
        T of(ResultSet rows) throws SQLException;
    }

    private final PostgresSql sql;
    private final PreparedStatement statement;

    /** Whether the statement begins with settings, which return a row of their own; see {@link TransactionSettings}. */
    private final boolean guarded;

    private Query(PostgresSql sql, PreparedStatement statement, boolean guarded) {
        this.sql = sql;
        this.statement = statement;
        this.guarded = guarded;
    }

    /**
     * For an unknown connection that must not be changed, such as a caller's own. The server does not keep the
     * statement under a name, since a pooler may give the name to another session (R50). The text must name everything
     * with its schema, since {@code search_path} is the caller's.
     */
    static Query of(Connection connection, PostgresSql sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql.text());
        if (statement.isWrapperFor(PGStatement.class)) {
            statement.unwrap(PGStatement.class).setPrepareThreshold(0);
        }
        return new Query(sql, statement, false);
    }

    /** For a session that was set up for it. */
    static Query inSession(Connection connection, PostgresSql sql) throws SQLException {
        return new Query(sql, connection.prepareStatement(sql.text()), false);
    }

    /** Puts settings before the statement, in the same transaction and the same round trip. */
    static Query guarded(Connection connection, TransactionSettings settings, PostgresSql sql) throws SQLException {
        return new Query(sql, connection.prepareStatement(settings.before(sql).text()), true);
    }

    Query set(String name, @Nullable Object value) throws SQLException {
        List<String> names = sql.names();
        boolean found = false;
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equals(name)) {
                statement.setObject(i + 1, value);
                found = true;
            }
        }
        if (!found) {
            throw new IllegalArgumentException("no parameter :" + name + " in " + sql.text());
        }
        return this;
    }

    /** Truncates to microseconds; the driver would round. */
    Query set(String name, Instant value) throws SQLException {
        return set(name, OffsetDateTime.ofInstant(Times.normal(value), ZoneOffset.UTC));
    }

    /** @param type of the elements, as the server names it */
    Query set(String name, String type, @Nullable Object[] elements) throws SQLException {
        return set(name, statement.getConnection().createArrayOf(type, elements));
    }

    /** The rows; the caller closes them. */
    ResultSet rows() throws SQLException {
        return guarded ? TransactionSettings.rows(statement) : statement.executeQuery();
    }

    /** A value of each row. Closes this query. */
    <T> List<T> list(RowReading<T> reading) throws SQLException {
        List<T> found = new ArrayList<>();
        try (Query asked = this;
                ResultSet rows = asked.rows()) {
            while (rows.next()) {
                found.add(reading.of(rows));
            }
        }
        return found;
    }

    int update() throws SQLException {
        return guarded ? TransactionSettings.update(statement) : statement.executeUpdate();
    }

    void execute() throws SQLException {
        statement.execute();
    }

    PreparedStatement statement() {
        return statement;
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
