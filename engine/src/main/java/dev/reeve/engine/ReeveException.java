package dev.reeve.engine;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * What {@link dev.reeve.engine.client} throws when something is refused or goes wrong, and what its promises fail with. The
 * message ends with what to do, and its {@link #code} is for programs:
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
 * <p>Apart from this there are {@link dev.reeve.model.InvalidWorkflowException} for malformed definitions,
 * {@link dev.reeve.agent.StepFailure} for handlers to throw, and the {@code IllegalArgumentException} and
 * {@code NullPointerException} of values that no program should make, such as a limit below zero or an absent name.
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

    /** With the code, so that logs have it; the message itself is for people. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // the message stays as it is for who shows it to a person
    public String toString() {
        String message = getLocalizedMessage();
        return "%s: %s%s".formatted(getClass().getName(), code, message == null ? "" : ": " + message);
    }
}
