package dev.reeve.internal.postgresql;

import java.time.Duration;

/**
 * The timeouts of the store. None of them decides whether a batch is in the store: after any of them the lane asks the
 * database (R51).
 *
 * @param statement how long the server works on one statement before it cancels it. A longer value tolerates a slow
 *     database for longer before the lane starts afresh
 * @param lock how long the server waits for a lock, such as for a lane whose last transaction is still under way. The
 *     caller retries
 * @param idleInTransaction when the server ends a session that went silent within a transaction (F4)
 * @param borrowing how long a joining node waits for each of its connections. A longer value tolerates a server that
 *     accepts connections slowly; a shorter one reports a pool that is too small sooner
 * @param network how long a connection may be silent before it counts as broken. Longer than {@code statement}, so that
 *     the server's own error comes first
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

    /**
     * For what a node must repeat several times within its time to live. The whole of it is shorter, so that a silent
     * connection or a lock costs one repetition or two, and not the registration.
     */
    Timeouts ofRegistration(Duration ttl) {
        Timeouts longest = ofRegistration();
        Duration silence = ttl.dividedBy(4);
        return longest.network().compareTo(silence) <= 0
                ? longest
                : new Timeouts(
                        silence.multipliedBy(4).dividedBy(5),
                        silence.dividedBy(2),
                        silence,
                        longest.borrowing(),
                        silence);
    }

    /** For a time to live that is not known or long. */
    Timeouts ofRegistration() {
        return new Timeouts(
                statement.dividedBy(5),
                lock.multipliedBy(2).dividedBy(5),
                idleInTransaction.dividedBy(4),
                borrowing.dividedBy(2),
                network.dividedBy(6));
    }
}
