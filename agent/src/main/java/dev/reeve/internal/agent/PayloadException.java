package dev.reeve.internal.agent;

/** A value that cannot become a payload: too large, or not writable as JSON. */
public final class PayloadException extends Exception {

    /** Why the value is refused. */
    enum Reason {
        TOO_LARGE,
        INVALID
    }

    private final Reason reason;

    PayloadException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    PayloadException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    Reason reason() {
        return reason;
    }

    /** The message; unlike {@link #getMessage()}, never null. */
    String message() {
        return String.valueOf(getMessage());
    }
}
