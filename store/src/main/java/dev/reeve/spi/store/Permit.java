package dev.reeve.spi.store;

import dev.reeve.Json;

/**
 * The permit of an attempt whose agent stores the output in its own transaction. The permit decides whether the attempt
 * counts, and not the time: that transaction uses it, or the lane revokes it, and never both.
 */
public sealed interface Permit {

    /** The attempt has no permit any more, so its agent's transaction cannot commit. */
    record Revoked() implements Permit {}

    /** A transaction that has not ended uses it. It may commit or roll back. */
    record Held() implements Permit {}

    /**
     * The agent's transaction has committed. The permit stays in the store until a batch of the lane has
     * {@linkplain Batch.Permits#settled settled} it.
     *
     * @param output the output that the agent's transaction has stored
     */
    record Used(Json output) implements Permit {}

    /** A {@link Revoked} has no content, so one instance is enough. */
    Revoked REVOKED = new Revoked();

    /** A {@link Held} has no content, so one instance is enough. */
    Held HELD = new Held();
}
