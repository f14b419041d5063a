package dev.reeve.internal.agent.protocol;

/** A document is not one of the protocol. The message names the member. */
public final class MalformedMessageException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public MalformedMessageException(String message) {
        super(message);
    }

    MalformedMessageException(String message, Throwable cause) {
        super(message, cause);
    }
}
