package dev.reeve.internal.agent;

import dev.reeve.internal.payload.UnfitPayloadException;

/** A value that cannot become a payload: too large, or not writable as JSON. */
public final class PayloadException extends Exception {

    /** Why the value is refused. */
    enum Reason {
        TOO_LARGE,
        INVALID
    }

    private final Reason reason;

    PayloadException(UnfitPayloadException cause) {
        super(cause.message(), cause.getCause() == null ? cause : cause.getCause());
        this.reason = cause.isTooLarge() ? Reason.TOO_LARGE : Reason.INVALID;
    }

    Reason reason() {
        return reason;
    }

    /** The message; unlike {@link #getMessage()}, never null. */
    String message() {
        return String.valueOf(getMessage());
    }
}
