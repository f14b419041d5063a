package dev.reeve.agent;

/** A value that cannot become a payload: too large, or not to be written as JSON. */
public final class PayloadException extends Exception {

    /** Why. */
    public enum Reason {
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

    /** Never null, other than {@link #getMessage()} in general. */
    String message() {
        return String.valueOf(getMessage());
    }
}
