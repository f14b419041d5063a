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

    /** The agent's transaction has committed. */
    record Used(Json output) implements Permit {}

    Revoked REVOKED = new Revoked();

    Held HELD = new Held();
}
