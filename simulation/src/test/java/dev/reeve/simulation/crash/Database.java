package dev.reeve.simulation.crash;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.spi.store.Store;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;

/** A real database that can be emptied. */
interface Database extends AutoCloseable {

    /** Opens it, as a process does that starts. */
    Store open();

    /** Nothing is in it any more. While nobody has it open. */
    void empty();

    /** The first row of a journal is lost. While nobody has it open. */
    void damage(ExecutionId id);

    /** Another row of a journal, at the same time as the last one. While nobody has it open. */
    void append(ExecutionId id, String events);

    /** The content of the row, and nothing else. While nobody has it open. */
    void status(ExecutionId id, ExecutionStatus status);

    void wake(ExecutionId id, Instant at);

    /** An execution is lost, with its journal. While nobody has it open. */
    void remove(ExecutionId id);

    /** A definition is lost. While nobody has it open. */
    void forget(String workflow);

    @Override
    void close();

    /** A connection that the caller closes. */
    Connection connect() throws SQLException;

    /** Changes at least one row. */
    default void change(String sql, Object... values) {
        try (Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            if (statement.executeUpdate() == 0) {
                throw new IllegalStateException("nothing was changed by " + sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
