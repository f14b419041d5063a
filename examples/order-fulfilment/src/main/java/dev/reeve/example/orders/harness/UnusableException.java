package dev.reeve.example.orders.harness;

import java.io.Serial;

/** Invalid input of the demo. The message says why, and is all that the user needs. */
final class UnusableException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    UnusableException(String message) {
        super(message);
    }

    UnusableException(String message, Throwable cause) {
        super(message, cause);
    }
}
