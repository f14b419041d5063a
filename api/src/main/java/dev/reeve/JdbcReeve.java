package dev.reeve;

import java.sql.Connection;

/** An engine on a database that callers also write to in their own transactions. Thread-safe. */
public interface JdbcReeve extends Reeve {

    /**
     * Starts an execution in the caller's own transaction. If the transaction commits, the execution exists and runs.
     * If the transaction rolls back, the execution never existed. PostgreSQL only.
     *
     * <p>The execution begins a few milliseconds after the commit. If the transaction lasts longer than a second or two
     * after this call, or this engine dies, the execution begins at the next sweep of a running engine (every 5 s by
     * default). Until the commit the execution cannot be found. Another caller's start with the same key waits for
     * half a second at most, then fails with {@link ErrorCode#STORE_UNAVAILABLE}. Keep the transaction short.
     *
     * @param connection in a transaction, in the database of this engine; the caller commits and closes it
     * @throws ReeveException as {@link #start(String, Object, Start)}; also {@link ErrorCode#INVALID_INPUT} for a
     *     connection that is in no transaction or leads to another database. After {@link ErrorCode#STORE_UNAVAILABLE}
     *     and {@link ErrorCode#STORE_UNUSABLE} the transaction can only be rolled back
     */
    Execution start(Connection connection, String workflow, Object input, Start how);

    /**
     * Runs a job in the caller's own transaction: {@link #run(String, Object, Start, JobOptions)} with the guarantees
     * of {@link #start(Connection, String, Object, Start)}. The definition that the first use of an action stores is
     * not part of the transaction, and is written on another connection.
     *
     * @param connection in a transaction, in the database of this engine; the caller commits and closes it
     * @throws ReeveException as the two methods; also {@link ErrorCode#STORE_UNAVAILABLE} if the isolation is
     *     repeatable read or serializable, and this first use of the action with these options comes after the
     *     transaction has begun to read: it does not see the definition. Roll back and repeat the transaction
     */
    Execution run(Connection connection, String action, Object input, Start how, JobOptions options);

    @Override
    JdbcReeve namespace(String namespace);

    @Override
    JdbcReeve actingAs(Actor actor);

    @Override
    default JdbcReeve actingAs(String actor) {
        return actingAs(Actor.of(actor));
    }
}
