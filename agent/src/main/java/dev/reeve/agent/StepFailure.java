package dev.reeve.agent;

import dev.reeve.core.Cause;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler to say exactly what went wrong (A6). Any other exception counts as transient, with its own name as the
 * code, and as if the effect may have happened.
 *
 * <pre>{@code
 * throw StepFailure.permanent("CARD_DECLINED", "the bank declined card " + last4);
 * throw StepFailure.transient_("NO_CONNECTION", e.getMessage()).causedBy(e);
 * throw StepFailure.throttled(Duration.ofSeconds(30));
 * throw StepFailure.transient_("NO_ANSWER", "sent, but no answer came").possiblyDone();
 * }</pre>
 *
 * <p>A failure thrown so states that this attempt had <em>no effect</em>, unless {@link #possiblyDone()} is chained. That
 * matters when the execution is undone: a step that may have had an effect is compensated (C5), one that had none is not.
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
     * The service said no: trying again is pointless, and the step's policy applies at once.
     *
     * @param code for programs, {@code UPPER_SNAKE}
     * @param message for people
     */
    public static StepFailure permanent(String code, String message) {
        return new StepFailure(Cause.BUSINESS, code, message, null, null, false);
    }

    /**
     * As {@link #permanent(String, String)}, with more for programs.
     *
     * @param details written as JSON; left out if it is larger than 64 KB
     */
    public static StepFailure permanent(String code, String message, Object details) {
        return new StepFailure(Cause.BUSINESS, code, message, Objects.requireNonNull(details, "details"), null, false);
    }

    /**
     * A fault that may pass: the step is tried again as its retry policy says.
     *
     * @param code for programs, {@code UPPER_SNAKE}
     * @param message for people
     */
    public static StepFailure transient_(String code, String message) {
        return new StepFailure(Cause.TRANSIENT, code, message, null, null, false);
    }

    /**
     * As {@link #transient_(String, String)}, with more for programs.
     *
     * @param details written as JSON; left out if it is larger than 64 KB
     */
    public static StepFailure transient_(String code, String message, Object details) {
        return new StepFailure(Cause.TRANSIENT, code, message, Objects.requireNonNull(details, "details"), null, false);
    }

    /**
     * The service asked to be left alone for a while (429, {@code Retry-After}). Does not use up the step's attempts.
     *
     * @param retryAfter how long; not negative
     */
    public static StepFailure throttled(Duration retryAfter) {
        return throttled(retryAfter, "the service asked to come back after " + retryAfter);
    }

    /**
     * As {@link #throttled(Duration)}, in the service's own words.
     *
     * @param retryAfter how long; not negative
     * @param message for people
     */
    public static StepFailure throttled(Duration retryAfter, String message) {
        Duration wait = retryAfter.isNegative() ? Duration.ZERO : retryAfter;
        return new StepFailure(Cause.THROTTLED, "THROTTLED", message, null, wait, false);
    }

    /** The same failure, after which the effect may have happened all the same. */
    public StepFailure possiblyDone() {
        return copy(true, getCause());
    }

    /** The same failure with the exception behind it, for the agent's log. It does not leave the agent. */
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

    public String code() {
        return code;
    }

    /** For people; what {@link #getMessage()} says. */
    public String message() {
        return Objects.requireNonNullElse(getMessage(), code);
    }

    public Optional<Object> details() {
        return Optional.ofNullable(details);
    }

    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** Whether the effect may have happened all the same. */
    public boolean mayBeDone() {
        return possiblyDone;
    }
}
