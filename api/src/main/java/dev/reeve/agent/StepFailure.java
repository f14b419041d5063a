package dev.reeve.agent;

import dev.reeve.Cause;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler to state exactly what went wrong. Any other exception counts as a transient failure, with a code
 * derived from its class name, and as if the effect may have happened.
 *
 * <pre>{@code
 * throw StepFailure.businessError("CARD_DECLINED", "the bank declined card " + last4);
 * throw StepFailure.transientError("NO_CONNECTION", e.getMessage()).causedBy(e);
 * throw StepFailure.throttled(Duration.ofSeconds(30));
 * throw StepFailure.transientError("NO_ANSWER", "sent, but no answer came").possiblyDone();
 * }</pre>
 *
 * <p>A failure is a <em>business error</em>, which is not retried (others call it permanent, fatal or non-retryable),
 * or a <em>transient error</em>, which is retried (others: temporary, retryable). The history names it {@link
 * Cause#BUSINESS} or {@link Cause#TRANSIENT}.
 *
 * <p>A {@code StepFailure} states that this attempt had <em>no effect</em>, unless {@link #possiblyDone()} is chained.
 * This matters when the execution is undone: a step that may have had an effect is compensated, and a step without an
 * effect is not.
 */
public final class StepFailure extends RuntimeException {

    private final Cause kind;
    private final String code;
    private final transient @Nullable Object details;
    private final @Nullable Duration retryAfter;
    private final boolean possiblyDone;

    private StepFailure(
            Cause kind,
            String code,
            String message,
            @Nullable Object details,
            @Nullable Duration retryAfter,
            boolean possiblyDone) {
        super(Objects.requireNonNull(message, "message"));
        this.kind = kind;
        this.code = Objects.requireNonNull(code, "code");
        this.details = details;
        this.retryAfter = retryAfter;
        this.possiblyDone = possiblyDone;
    }

    /**
     * A business error: the service refused the request. The step is not retried, and its policy applies at once.
     *
     * @param code for programs, {@code UPPER_SNAKE}
     * @param message for people
     */
    public static StepFailure businessError(String code, String message) {
        return new StepFailure(Cause.BUSINESS, code, message, null, null, false);
    }

    /**
     * Like {@link #businessError(String, String)}, with details for programs.
     *
     * @param details written as JSON; left out if larger than 64 KB
     */
    public static StepFailure businessError(String code, String message, Object details) {
        return new StepFailure(Cause.BUSINESS, code, message, Objects.requireNonNull(details, "details"), null, false);
    }

    /**
     * A transient error: the step is retried as its retry policy says.
     *
     * @param code for programs, {@code UPPER_SNAKE}
     * @param message for people
     */
    public static StepFailure transientError(String code, String message) {
        return new StepFailure(Cause.TRANSIENT, code, message, null, null, false);
    }

    /**
     * Like {@link #transientError(String, String)}, with details for programs.
     *
     * @param details written as JSON; left out if larger than 64 KB
     */
    public static StepFailure transientError(String code, String message, Object details) {
        return new StepFailure(Cause.TRANSIENT, code, message, Objects.requireNonNull(details, "details"), null, false);
    }

    /**
     * The service refused the request for now (429, {@code Retry-After}). The step is retried later. This does not use
     * up the step's attempts.
     *
     * @param retryAfter the delay that the service asked for; a negative value counts as zero
     */
    public static StepFailure throttled(Duration retryAfter) {
        return throttled(retryAfter, "the service asked to come back after " + retryAfter);
    }

    /**
     * Like {@link #throttled(Duration)}, with the service's message.
     *
     * @param retryAfter the delay that the service asked for; a negative value counts as zero
     * @param message for people
     */
    public static StepFailure throttled(Duration retryAfter, String message) {
        Duration wait = retryAfter.isNegative() ? Duration.ZERO : retryAfter;
        return new StepFailure(Cause.THROTTLED, "THROTTLED", message, null, wait, false);
    }

    /** Returns a copy of this failure that states that the effect may have happened. */
    public StepFailure possiblyDone() {
        return copy(true, getCause());
    }

    /**
     * Returns a copy of this failure with the given cause. The agent logs the cause and does not send it to the node.
     */
    public StepFailure causedBy(Throwable cause) {
        return copy(possiblyDone, cause);
    }

    private StepFailure copy(boolean mayBeDone, @Nullable Throwable cause) {
        StepFailure copy = new StepFailure(kind, code, message(), details, retryAfter, mayBeDone);
        copy.setStackTrace(getStackTrace());
        if (cause != null) {
            copy.initCause(cause);
        }
        return copy;
    }

    /** {@link Cause#BUSINESS}, {@link Cause#TRANSIENT} or {@link Cause#THROTTLED}. */
    public Cause kind() {
        return kind;
    }

    /** The code for programs. */
    public String code() {
        return code;
    }

    /** The message for people; the code if {@link #getMessage()} is null. */
    public String message() {
        return Objects.requireNonNullElse(getMessage(), code);
    }

    /** More data, which is written as JSON; empty if none was given. */
    public Optional<Object> details() {
        return Optional.ofNullable(details);
    }

    /** How long the service asked to wait; empty if it did not say. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** Whether the effect may have happened. */
    public boolean mayBeDone() {
        return possiblyDone;
    }
}
