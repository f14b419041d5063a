package dev.reeve.example.orders;

import org.jspecify.annotations.Nullable;

/**
 * How a run is made.
 *
 * @param data where everything is kept
 * @param jdbcUrl of a PostgreSQL database; null for a SQLite file in {@code data}
 * @param seed of the fault plan
 * @param ordersPerSecond how fast orders come in; 0 for as fast as they are accepted
 * @param operatorTries how often the demo's own operator has something tried again; 0 to leave it to a real one
 * @param interludes whether a service is down for everybody on the way, and another one is paused by the operator
 */
record Settings(
        DataDirectory data,
        @Nullable String jdbcUrl,
        long seed,
        double ordersPerSecond,
        int operatorTries,
        boolean interludes) {

    /** So often the demo's own operator tries, unless it is told to leave things alone. */
    static final int OPERATOR_TRIES = 3;

    /** Where the executions are; without the password that a URL may hold. */
    String store() {
        return jdbcUrl == null ? "SQLite" : "PostgreSQL";
    }
}
