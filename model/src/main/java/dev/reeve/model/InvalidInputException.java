package dev.reeve.model;

/**
 * A payload that cannot be taken: malformed JSON, or JSON that no store could keep. The message says what was found, where,
 * and what to do.
 */
public final class InvalidInputException extends IllegalArgumentException {

    public InvalidInputException(String message) {
        super(message);
    }

    public InvalidInputException(String message, Throwable cause) {
        super(message, cause);
    }
}
