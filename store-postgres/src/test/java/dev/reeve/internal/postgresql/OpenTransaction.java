package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A transaction beside those of a store. It keeps its locks until it ends. Closing it rolls it back. */
final class OpenTransaction implements AutoCloseable {

    private final TestServer server;
    private final String database;
    private final Connection connection;

    private OpenTransaction(TestServer server, String database, Connection connection) {
        this.server = server;
        this.database = database;
        this.connection = connection;
    }

    static OpenTransaction of(TestServer server, String database, String... statements) throws SQLException {
        Connection connection = server.admin(database);
        connection.setAutoCommit(false);
        OpenTransaction begun = new OpenTransaction(server, database, connection);
        try {
            for (String sql : statements) {
                begun.execute(sql);
            }
        } catch (SQLException e) {
            begun.close();
            throw e;
        }
        return begun;
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Makes a call on a thread of its own. Returns as soon as the call waits for a lock of this transaction. */
    <T> CompletableFuture<T> blocks(Supplier<T> call) {
        CompletableFuture<T> blocked = CompletableFuture.supplyAsync(call, Doubts::onThread);
        Doubts.awaitWaiting(server, database, "Lock");
        assertThat(blocked).isNotDone();
        return blocked;
    }

    void commit() throws SQLException {
        connection.commit();
    }

    void rollBack() throws SQLException {
        connection.rollback();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
