package dev.reeve;

/**
 * A payload that is refused: malformed JSON, or JSON that a store cannot keep. The message says what was found, where,
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
