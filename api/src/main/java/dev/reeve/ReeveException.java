package dev.reeve;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by {@link dev.reeve.engine.client} when a call is refused or fails. Its futures fail with it too. The message
 * ends with what to do. The {@link #code} is for programs:
 *
 * <pre>{@code
 * try {
 *     reeve.start("order", order, Start.key(order.id()));
 * } catch (ReeveException e) {
 *     switch (e.code()) {
 *         case INVALID_INPUT, CONFLICT -> reject(order, e.getMessage());
 *         case OVERLOADED, STORE_UNAVAILABLE -> tryAgainLater(order);
 *         default -> throw e;
 *     }
 * }
 * }</pre>
 *
 * <p>Other exceptions: {@link dev.reeve.workflow.InvalidWorkflowException} for malformed definitions,
 * {@link dev.reeve.agent.StepFailure} for handlers to throw, and {@code IllegalArgumentException} and
 * {@code NullPointerException} for values that are programming errors, such as a limit below zero or a null name.
 */
public class ReeveException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final ErrorCode code;

    public ReeveException(ErrorCode code, String message) {
        this(code, message, null);
    }

    public ReeveException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public final ErrorCode code() {
        return code;
    }

    /** Includes the code, so that logs show it. The message itself is for people. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // the message stays unchanged, for programs that show it to a person
    public String toString() {
        String message = getLocalizedMessage();
        return "%s: %s%s".formatted(getClass().getName(), code, message == null ? "" : ": " + message);
    }
}
