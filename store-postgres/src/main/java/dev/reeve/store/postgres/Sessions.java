package dev.reeve.store.postgres;

import java.sql.SQLException;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;

/** Where lanes get their connections from. Thread-safe. */
record Sessions(DataSource dataSource, Database database, Timeouts timeouts, RandomGenerator random) {

    LaneSession open(PostgresLane.Name name) throws SQLException {
        return LaneSession.open(dataSource, database, timeouts, name.toString());
    }

    Loan borrow() throws SQLException {
        return new Loan(dataSource, timeouts);
    }

    /** One that no lane ever had. */
    long newIncarnation() {
        return random.nextLong();
    }
}
