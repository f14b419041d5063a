package dev.reeve.example.orders.harness;

import org.jspecify.annotations.Nullable;

/**
 * The settings of a run.
 *
 * @param data the directory for everything that a run keeps
 * @param jdbcUrl of a PostgreSQL database; null for a SQLite file in {@code data}
 * @param seed of the fault plan
 * @param ordersPerSecond rate of new orders; 0 for as fast as they are accepted
 * @param operatorTries number of retries by the demo's own operator; 0 to leave them to a person
 * @param interludes whether the run includes an outage of one service and a pause of another
 * @param console the port of a server with the console, 0 for any; null for no server
 */
record Settings(
        DataDirectory data,
        @Nullable String jdbcUrl,
        long seed,
        double ordersPerSecond,
        int operatorTries,
        boolean interludes,
        @Nullable Integer console) {

    /** Default number of retries by the demo's own operator. */
    static final int OPERATOR_TRIES = 3;

    /** Settings of a run without a console. */
    Settings(
            DataDirectory data,
            @Nullable String jdbcUrl,
            long seed,
            double ordersPerSecond,
            int operatorTries,
            boolean interludes) {
        this(data, jdbcUrl, seed, ordersPerSecond, operatorTries, interludes, null);
    }

    Tempo tempo() {
        return console == null ? Tempo.QUICK : Tempo.SLOW;
    }

    /** The store of the executions, without the password that a URL may hold. */
    String store() {
        return jdbcUrl == null ? "SQLite" : "PostgreSQL";
    }
}
