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

    public static Settlement delivered(ClaimedMessage claimed, Instant now) {
        return new Settlement(claimed.message().execution(), claimed.message().number(), claimed.until(), now, null);
    }

    public static Settlement failed(ClaimedMessage claimed, Instant nextAt, String error) {
        return new Settlement(
                claimed.message().execution(), claimed.message().number(), claimed.until(), nextAt, error);
    }

    /** Gives up this message and those of the same execution after it. */
    public static Settlement undeliverable(ClaimedMessage claimed, String error) {
        return new Settlement(claimed.message().execution(), claimed.message().number(), claimed.until(), null, error);
    }

    public boolean isDelivered() {
        return error == null;
    }
}
