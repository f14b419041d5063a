package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an attempt to send a message.
 *
 * @param execution {@link OutboxRow#execution} of the message
 * @param number {@link OutboxRow#number} of the message
 * @param claimedUntil of the claim; a node that has lost the claim cannot report a failure
 * @param nextAt when the next message of the execution, or this one again, may be sent; null for never, unless a person
 *     requests it
 * @param error why it could not be delivered; null if it was. A text longer than 500 characters is cut
 */
public record Settlement(
        ExecutionId execution,
        int number,
        Instant claimedUntil,
        @Nullable Instant nextAt,
        @Nullable String error) {

    private static final int ERROR_LENGTH_MAX = 500;

    public Settlement {
        if (error != null && error.length() > ERROR_LENGTH_MAX) {
            error = error.substring(0, ERROR_LENGTH_MAX - 1) + "…";
        }
    }

    /**
     * The message has arrived. The store removes it, even if the claim has expired since.
     *
     * @param claimed the message
     * @param now the time of the store, from which on the next message of the execution may be sent
     */
    public static Settlement delivered(ClaimedMessage claimed, Instant now) {
        return new Settlement(claimed.message().execution(), claimed.message().number(), claimed.until(), now, null);
    }

    /**
     * The attempt has failed, and the message is to be sent again. The store counts the attempt. It ignores the
     * settlement if the claim has expired and another node has claimed the message since.
     *
     * @param claimed the message
     * @param nextAt when it may be sent again; later messages of the execution wait for it
     * @param error one line about the failure
     */
    public static Settlement failed(ClaimedMessage claimed, Instant nextAt, String error) {
        return new Settlement(
                claimed.message().execution(), claimed.message().number(), claimed.until(), nextAt, error);
    }

    /**
     * Gives up this message and those of the same execution after it, until {@link Outbox#redeliver} is called. The
     * store ignores the settlement if the claim has expired and another node has claimed the message since.
     *
     * @param claimed the message
     * @param error one line about the last failure
     */
    public static Settlement undeliverable(ClaimedMessage claimed, String error) {
        return new Settlement(claimed.message().execution(), claimed.message().number(), claimed.until(), null, error);
    }

    /** Whether the message has arrived, so that the store must remove it. */
    public boolean isDelivered() {
        return error == null;
    }
}
