package dev.reeve.agent;

import dev.reeve.agent.transport.AttemptRequest;
import dev.reeve.core.Cause;
import dev.reeve.core.Failure;
import dev.reeve.model.Json;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** What is reported when there is no output. Always small (R40). */
final class Failures {

    static final int DETAILS_BYTES_MAX = 64 * 1024;

    /** How long the node waits with work that a closing agent gave back. */
    private static final Duration GIVE_BACK = Duration.ofMillis(100);

    private Failures() {}

    static Failure of(Throwable thrown) {
        Throwable cause = unwrapped(thrown);
        return cause instanceof StepFailure failure ? stated(failure) : unexpected(cause);
    }

    /** The exception that a promise only carried. */
    static Throwable unwrapped(Throwable thrown) {
        Throwable inner = thrown;
        while ((inner instanceof CompletionException || inner instanceof ExecutionException)
                && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
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
        if (!root.equals(thrown) && message.indexOf(String.valueOf(root.getMessage())) < 0) {
            message.append("; caused by ")
                    .append(root.getClass().getName())
                    .append(": ")
                    .append(root.getMessage());
        }
        return new Failure(Cause.TRANSIENT, code(thrown.getClass()), message.toString(), null, null, true);
    }

    private static String described(Throwable thrown) {
        return Objects.requireNonNullElse(thrown.getMessage(), thrown.getClass().getName());
    }

    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        // chains of causes can be circles; nobody reads further than this
        for (int depth = 0; depth < 20 && root.getCause() != null; depth++) {
            root = root.getCause();
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
                StepFailure.permanent(
                                "OUTPUT_TOO_LARGE",
                                "the handler's output is %s; answer with a reference to where the data is"
                                        .formatted(problem.message()))
                        .possiblyDone();
            case INVALID ->
                StepFailure.permanent("OUTPUT_INVALID", "the handler's output is not a payload: " + problem.message())
                        .possiblyDone()
                        .causedBy(problem);
        };
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

    /** With its own generous budget, unlike a transient failure: that an agent restarts is nobody's fault. */
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
