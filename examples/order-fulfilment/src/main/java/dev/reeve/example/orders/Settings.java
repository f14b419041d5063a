package dev.reeve.example.orders;

import org.jspecify.annotations.Nullable;

/**
 * How a run is made.
 *
 * @param data where everything is kept
 * @param jdbcUrl of a PostgreSQL database; null for a SQLite file in {@code data}
 * @param seed of the fault plan
 * @param ordersPerSecond how fast orders come in; 0 for as fast as they are accepted
 */
record Settings(DataDirectory data, @Nullable String jdbcUrl, long seed, double ordersPerSecond) {

    /** Where the executions are; without the password that a URL may hold. */
    String store() {
        return jdbcUrl == null ? "SQLite" : "PostgreSQL";
    }
}
