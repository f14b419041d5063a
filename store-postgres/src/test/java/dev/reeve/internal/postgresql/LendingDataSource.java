package dev.reeve.internal.postgresql;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** The simplest pool there can be: a connection that is closed goes back to the others, in any state. */
final class LendingDataSource implements DataSource, AutoCloseable {

    private final DataSource source;
    private final Deque<Connection> idle = new ArrayDeque<>();
    private int loans;

    LendingDataSource(DataSource source) {
        this.source = source;
    }

    /** The connections that nobody has; at least as many as asked for. They stay in the pool. */
    synchronized List<Connection> idle(int count) throws SQLException {
        while (idle.size() < count) {
            idle.add(source.getConnection());
        }
        return new ArrayList<>(idle);
    }

    /** The number of connections taken. */
    synchronized int loans() {
        return loans;
    }

    /** How many connections nobody has. */
    synchronized int idle() {
        return idle.size();
    }

    @Override
    public synchronized Connection getConnection() throws SQLException {
        loans++;
        Connection connection = idle.isEmpty() ? source.getConnection() : idle.removeFirst();
        return (Connection) Proxy.newProxyInstance(
                LendingDataSource.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        giveBack(connection);
                        return null;
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private synchronized void giveBack(Connection connection) throws SQLException {
        if (!connection.isClosed()) {
            idle.add(connection);
        }
    }

    @Override
    public synchronized void close() throws SQLException {
        for (Connection connection : idle) {
            connection.close();
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
