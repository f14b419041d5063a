package dev.reeve;

import java.io.Serial;

/**
 * A payload that is refused: malformed JSON, or JSON that a store cannot keep. The message names the problem, its
 * place, and the remedy.
 */
public final class InvalidInputException extends InvalidException {

    @Serial
    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message the problem, its place, and the remedy
     */
    public InvalidInputException(String message) {
        super(message, null);
    }

    /**
     * Creates the exception, with a cause.
     *
     * @param message the problem, its place, and the remedy
     */
    public InvalidInputException(String message, Throwable cause) {
        super(message, cause);
    }
}
