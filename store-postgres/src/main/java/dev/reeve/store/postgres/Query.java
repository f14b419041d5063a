package dev.reeve.store.postgres;

import dev.reeve.core.Times;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A prepared {@link Sql} whose parameters are set by name. Not thread-safe. */
final class Query implements AutoCloseable {

    private final Sql sql;
    private final PreparedStatement statement;

    Query(Connection connection, Sql sql) throws SQLException {
        this.sql = sql;
        statement = connection.prepareStatement(sql.text());
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

    /** To the microsecond: what is finer is cut off, where the driver would round. */
    Query set(String name, Instant value) throws SQLException {
        return set(name, OffsetDateTime.ofInstant(Times.normal(value), ZoneOffset.UTC));
    }

    /** The rows; the caller closes them. */
    ResultSet rows() throws SQLException {
        return statement.executeQuery();
    }

    int update() throws SQLException {
        return statement.executeUpdate();
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
