package dev.reeve;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * The root of all exceptions that Reeve throws to callers. Its futures fail with it too. The message ends with the
 * remedy. The subtype says what kind of answer the caller's own caller should get, and the {@link #code} says exactly
 * what happened:
 *
 * <pre>{@code
 * try {
 *     reeve.start("order", order, Start.key(order.id()));
 * } catch (InvalidException | ConflictException e) {
 *     reject(order, e.getMessage());
 * } catch (OverloadedException | UnavailableException e) {
 *     tryAgainLater(order);
 * }
 * }</pre>
 *
 * <p>{@link NotFoundException}, {@link ConflictException}, {@link InvalidException}, {@link RefusedException}, {@link
 * DeniedException}, {@link OverloadedException}, {@link UnavailableException}, {@link FencedException}, {@link
 * TimedOutException}, {@link NotCompletedException}, {@link LostException} and {@link InternalException}: each code
 * belongs to exactly one.
 *
 * <p>Other exceptions: {@link dev.reeve.agent.StepFailure} for handlers to throw; {@code IllegalArgumentException} for
 * a text that is no id, path, token, cron expression, time zone, name or secret; {@code IllegalStateException} for a
 * builder that is not ready; {@code NullPointerException} for a null. A value that is out of range throws {@link
 * InvalidException}.
 */
public abstract class ReeveException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final ErrorCode code;

    ReeveException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** As {@link #of(ErrorCode, String, Throwable)}, without a cause. */
    public static ReeveException of(ErrorCode code, String message) {
        return of(code, message, null);
    }

    /**
     * The exception for a code, for implementations of the API.
     *
     * @param code any but {@link ErrorCode#NOT_COMPLETED}, which needs the result of the execution
     */
    public static ReeveException of(ErrorCode code, String message, @Nullable Throwable cause) {
        return switch (code) {
            case INVALID_INPUT -> new InvalidException(message, cause);
            case WORKFLOW_UNKNOWN, NOT_FOUND -> new NotFoundException(code, message, cause);
            case CONFLICT -> new ConflictException(message, cause);
            case REFUSED -> new RefusedException(message, cause);
            case UNAUTHENTICATED, DENIED -> new DeniedException(code, message, cause);
            case OVERLOADED -> new OverloadedException(message, cause);
            case STORE_UNAVAILABLE, STORE_UNUSABLE, CLOSED -> new UnavailableException(code, message, cause);
            case FENCED -> new FencedException(message, cause);
            case LOST -> new LostException(message, cause);
            case TIMED_OUT -> new TimedOutException(message, cause);
            case INTERNAL -> new InternalException(message, cause);
            case NOT_COMPLETED ->
                throw new IllegalArgumentException(
                        "NOT_COMPLETED: expected a NotCompletedException with the result of the execution");
        };
    }

    /** The code of the error, for programs. It is stable over releases. */
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
