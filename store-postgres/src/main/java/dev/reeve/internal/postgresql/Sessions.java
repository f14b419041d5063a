package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;

/** Opens the connections of the lanes and of the registration. Thread-safe. */
record Sessions(DataSource dataSource, DatabaseFacts database, Timeouts timeouts, RandomGenerator random) {

    /**
     * Waits for a limited time, even if the network falls silent while the connection is set up, where no other limit
     * is in force yet (F28).
     */
    LaneSession open(LaneName name) throws SQLException {
        return LaneSession.open(
                ConnectionBorrower.within(timeouts.network(), dataSource), database, timeouts, name.toString());
    }

    /**
     * Opens the requested number of connections, if one more can be borrowed. Without that one nothing could be read
     * while the lanes run, and the application that owns the pool could not work. So it is requested before any lane is
     * taken (F32).
     *
     * @param others how many other connections the node keeps, for the message about a pool that is too small
     * @throws StoreException if a connection does not come within {@link Timeouts#borrowing()}
     */
    List<LaneSession> openAll(List<LaneName> names, int others) {
        List<LaneSession> open = new ArrayList<>();
        boolean enough = false;
        try {
            for (LaneName name : names) {
                Connection connection = borrow(names.size(), others, open.size());
                open.add(LaneSession.open(connection, database, timeouts, name.toString()));
            }
            borrow(names.size(), others, open.size()).close();
            enough = true;
            return open;
        } catch (SQLException e) {
            throw PostgresErrors.failed("set up a session for a lane", e);
        } finally {
            if (!enough) {
                open.forEach(LaneSession::close);
            }
        }
    }

    private Connection borrow(int lanes, int others, int got) {
        try {
            return ConnectionBorrower.within(timeouts.borrowing(), dataSource);
        } catch (SQLException e) {
            throw PostgresErrors.tooFewConnections(lanes, others, got, e);
        }
    }

    Loan borrow() throws SQLException {
        return new Loan(dataSource, database.schema(), timeouts);
    }

    /** As {@link #open(LaneName)}, for work that repeats within seconds. */
    LaneSession open(String name, Timeouts timeouts) throws SQLException {
        return LaneSession.open(ConnectionBorrower.within(timeouts.network(), dataSource), database, timeouts, name);
    }

    /** An incarnation that no lane ever had. */
    long newIncarnation() {
        return random.nextLong();
    }
}
