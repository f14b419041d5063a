package dev.reeve.store.postgres;

import java.time.Duration;

/**
 * How long the store waits for what. None of these decides whether a batch is in the store: after any of them the lane
 * asks the database (R51).
 *
 * @param statement how long the server works on one statement before it breaks it off. Longer: a slow database is borne
 *     with longer before the lane starts afresh
 * @param lock how long the server waits for a lock, such as for a lane whose last transaction is still under way.
 *     Whoever waits asks again
 * @param idleInTransaction when the server ends a session that went silent within a transaction (F4)
 * @param borrowing how long whoever joins waits for each of its connections. Longer: a server that takes its time to let
 *     somebody in is borne with; shorter: a pool that is too small is reported sooner
 * @param network how long a silent connection is believed in. Longer than {@code statement}, so that the server's own
 *     word comes first
 */
record Timeouts(Duration statement, Duration lock, Duration idleInTransaction, Duration borrowing, Duration network) {

    static final Timeouts DEFAULT = new Timeouts(
            Duration.ofSeconds(20),
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30));

    int networkMillis() {
        return Math.toIntExact(network.toMillis());
    }
}
