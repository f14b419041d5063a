package dev.reeve;

import java.io.Serial;

/**
 * The awaited execution ended, but did not complete. {@link #result} says how and why. A web controller answers 409.
 */
public final class NotCompletedException extends ReeveException {

    @Serial
    private static final long serialVersionUID = 1;

    private final transient ExecutionResult result;

    /**
     * Creates the exception.
     *
     * @param result how the execution ended
     */
    public NotCompletedException(ExecutionResult result) {
        super(ErrorCode.NOT_COMPLETED, message(result), null);
        this.result = result;
    }

    /** How the execution ended, and why. */
    public ExecutionResult result() {
        return result;
    }

    private static String message(ExecutionResult result) {
        String why = result.failure() == null
                ? ""
                : ": " + result.failure().code() + ", " + result.failure().message();
        return "execution %s ended %s%s; its history tells the rest".formatted(result.id(), result.status(), why);
    }
}
