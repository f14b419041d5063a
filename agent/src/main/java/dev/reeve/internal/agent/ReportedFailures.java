package dev.reeve.internal.agent;

import dev.reeve.Cause;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.agent.StepFailure;
import dev.reeve.spi.transport.AttemptRequest;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The failures that an agent reports. Always small (R40). */
final class ReportedFailures {

    static final int DETAILS_BYTES_MAX = 64 * 1024;

    /** How long the node delays work that a closing agent returned. */
    private static final Duration GIVE_BACK = Duration.ofMillis(100);

    private ReportedFailures() {}

    /** Calls methods of the exception, which may be of any class; see {@link Diagnosis}. */
    static Failure of(Throwable cause) {
        return cause instanceof StepFailure failure ? stated(failure) : unexpected(cause);
    }

    /** The exception inside a future's wrapper exception. */
    static Throwable unwrapped(Throwable thrown) {
        return Diagnosis.unwrapped(thrown);
    }

    /** The failure for an exception that cannot describe itself. */
    static Failure unreadable(Class<?> thrown) {
        return new Failure(
                Cause.TRANSIENT,
                code(thrown),
                "the handler threw a %s, whose message cannot be read".formatted(thrown.getName()),
                null,
                null,
                true);
    }

    private static Failure stated(StepFailure failure) {
        String message = failure.message();
        Json details = null;
        if (failure.details().isPresent()) {
            try {
                details = Payloads.write(failure.details().get(), DETAILS_BYTES_MAX);
            } catch (PayloadException e) {
                message += " (details left out: " + e.message() + ")";
            }
        }
        return new Failure(
                failure.kind(),
                failure.code(),
                message,
                details,
                failure.retryAfter().orElse(null),
                failure.mayBeDone());
    }

    private static Failure unexpected(Throwable thrown) {
        StringBuilder message = new StringBuilder(described(thrown));
        Throwable root = root(thrown);
        boolean caused = isAnother(root, thrown);
        String told = caused ? root.getMessage() : null;
        if (caused && message.indexOf(String.valueOf(told)) < 0) {
            message.append("; caused by ")
                    .append(root.getClass().getName())
                    .append(": ")
                    .append(told);
        }
        return new Failure(Cause.TRANSIENT, code(thrown.getClass()), message.toString(), null, null, true);
    }

    @SuppressWarnings("ReferenceEquality") // an exception may override equals
    private static boolean isAnother(Throwable one, Throwable other) {
        return one != other;
    }

    private static String described(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null ? thrown.getClass().getName() : message;
    }

    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        // bounded, since chains of causes can be circular
        for (int depth = 0; depth < 20; depth++) {
            Throwable cause = root.getCause();
            if (cause == null) {
                break;
            }
            root = cause;
        }
        return root;
    }

    /** {@code SQLTimeoutException} becomes {@code SQL_TIMEOUT_EXCEPTION}. */
    static String code(Class<?> thrown) {
        Class<?> named = thrown;
        while (named.getSimpleName().isEmpty()) {
            named = Objects.requireNonNullElse(named.getSuperclass(), Throwable.class);
        }
        return named.getSimpleName()
                .replaceAll("([A-Z]+)([A-Z][a-z])", "$1_$2")
                .replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                .toUpperCase(Locale.ROOT);
    }

    static StepFailure output(PayloadException problem) {
        return switch (problem.reason()) {
            case TOO_LARGE ->
                StepFailure.businessError(
                                "OUTPUT_TOO_LARGE",
                                "the handler's output is %s; answer with a reference to where the data is"
                                        .formatted(problem.message()))
                        .possiblyDone();
            case INVALID ->
                StepFailure.businessError(
                                "OUTPUT_INVALID", "the handler's output is not a payload: " + problem.message())
                        .possiblyDone()
                        .causedBy(problem);
        };
    }

    static StepFailure completionToken(Exception cause) {
        return StepFailure.transientError(
                        "COMPLETION_TOKEN_UNAVAILABLE", "the server gave no completion token: " + cause.getMessage())
                .causedBy(cause);
    }

    static Failure unknownAction(AttemptRequest request, String agent, Collection<String> known) {
        return notDone(
                Cause.BUSINESS,
                "UNKNOWN_ACTION",
                "agent %s has no handler for action %s; it has %s"
                        .formatted(agent, request.action(), new TreeSet<>(known)),
                null);
    }

    static Failure cancelledBeforeStart() {
        return notDone(Cause.TRANSIENT, "CANCELLED", "cancelled before the handler had started", null);
    }

    /** Throttled, with its own generous budget: an agent restart must not use up the budget for transient failures. */
    static Failure agentClosing(String agent) {
        return notDone(
                Cause.THROTTLED,
                "AGENT_CLOSING",
                "agent %s was closed before the handler had started".formatted(agent),
                GIVE_BACK);
    }

    private static Failure notDone(Cause cause, String code, String message, @Nullable Duration retryAfter) {
        return new Failure(cause, code, message, null, retryAfter, false);
    }
}
