package dev.reeve.benchmark.process;

import java.io.Serial;
import java.util.function.Supplier;

/** A measurement is invalid because a guarantee was violated. The message says which one. */
public final class CheckFailedException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    public CheckFailedException(String message) {
        super(message);
    }

    public CheckFailedException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Throws unless the claim holds. The message says what was expected and what was found. */
    public static void check(boolean holds, Supplier<String> message) {
        if (!holds) {
            throw new CheckFailedException(message.get());
        }
    }
}
