package dev.reeve.agent.http;

import dev.reeve.agent.StepFailure;
import java.io.EOFException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/** Turns answers, and missing ones, into results and failures. */
final class Outcomes {

    /** How long to wait if the service asks for a pause, and not for how long. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** The part of an answer that a failure keeps. */
    private static final int DETAILS_MAX = 8 * 1024;

    private static final int REASON_LENGTH_MAX = 300;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;

    /** The service says that it has not begun with the request. */
    private static final Set<Integer> NOT_BEGUN = Set.of(408, 425, TOO_MANY_REQUESTS);

    private final int responseMax;
    private final InstantSource clock;

    Outcomes(int responseMax, InstantSource clock) {
        this.responseMax = responseMax;
        this.clock = clock;
    }

    /**
     * The result of an answer.
     *
     * @param effect whether an earlier request of the attempt has been accepted
     * @param maybe whether there may be an effect if this answer does not say that there is none
     * @throws StepFailure if the answer is none of success
     */
    Map<String, Object> result(Answer answer, Origin origin, Redaction redaction, boolean effect, boolean maybe) {
        if (!answer.isSuccess()) {
            throw refused(answer, origin, redaction, effect, maybe);
        }
        if (answer.isCut()) {
            throw marked(
                    StepFailure.businessError(
                            "HTTP_ANSWER_TOO_LARGE",
                            "the answer of %s is larger than %,d bytes".formatted(origin, responseMax)),
                    maybe);
        }
        try {
            return answer.result(redaction);
        } catch (Answer.UnreadableException e) {
            throw marked(
                    StepFailure.businessError(
                            "HTTP_ANSWER_UNREADABLE",
                            "the answer of %s cannot be kept: %s".formatted(origin, e.message())),
                    maybe);
        }
    }

    private StepFailure refused(Answer answer, Origin origin, Redaction redaction, boolean effect, boolean maybe) {
        int status = answer.status();
        String message = "%s answered with status %d".formatted(origin, status);
        Map<String, Object> details = answer.details(redaction, DETAILS_MAX);
        boolean notBegun = NOT_BEGUN.contains(status);
        if (notBegun || status == UNAVAILABLE) {
            Optional<Duration> asked = RetryAfter.of(answer, clock);
            if (asked.isPresent() || status == TOO_MANY_REQUESTS) {
                return marked(StepFailure.throttled(asked.orElse(PAUSE), message), notBegun ? effect : maybe);
            }
        }
        String code = "HTTP_" + status;
        if (notBegun) {
            return marked(StepFailure.transientError(code, message, details), effect);
        }
        if (status >= 500) {
            return marked(StepFailure.transientError(code, message, details), maybe);
        }
        return marked(StepFailure.businessError(code, message, details), effect);
    }

    /** The failure of a request without an answer. */
    StepFailure noAnswer(JettyCalls.NoAnswerException missing, Origin origin, Redaction redaction, boolean maybe) {
        Throwable reason = missing.reason();
        for (Throwable each = reason; each != null; each = each.getCause()) {
            if (each instanceof Destinations.ForbiddenException forbidden) {
                return marked(
                        StepFailure.businessError("HTTP_DESTINATION_REFUSED", "url: " + forbidden.message()), maybe);
            }
            if (each instanceof UnknownHostException) {
                return marked(
                        StepFailure.transientError(
                                "HTTP_NO_CONNECTION", "the name of %s has no address".formatted(origin)),
                        maybe);
            }
        }
        if (reason instanceof JettyCalls.CancelledException) {
            return marked(
                    StepFailure.transientError(
                            "HTTP_CANCELLED", "the request to %s was ended: %s".formatted(origin, reason.getMessage())),
                    maybe);
        }
        String why = redaction.shortened(told(reason), REASON_LENGTH_MAX);
        return missing.sent()
                ? marked(
                        StepFailure.transientError(
                                "HTTP_NO_ANSWER", "there is no answer of %s: %s".formatted(origin, why)),
                        maybe)
                : marked(
                        StepFailure.transientError(
                                "HTTP_NO_CONNECTION", "%s cannot be reached: %s".formatted(origin, why)),
                        maybe);
    }

    private static String told(Throwable reason) {
        return switch (reason) {
            case TimeoutException e -> "there was none in time";
            case EOFException e -> "the connection was closed";
            default -> {
                String message = String.valueOf(reason.getMessage());
                // some messages describe objects of the client, which say nothing to readers
                yield message.contains("@")
                        ? reason.getClass().getSimpleName()
                        : reason.getClass().getSimpleName() + ": " + message;
            }
        };
    }

    StepFailure redirectRefused(Origin origin, String what, boolean effect) {
        return marked(
                StepFailure.businessError("HTTP_REDIRECT_REFUSED", "%s answered with %s".formatted(origin, what)),
                effect);
    }

    /**
     * The origin of a redirection's target.
     *
     * @throws StepFailure if it may not be called
     */
    Origin redirectJudged(Destinations destinations, URI target, Origin from, boolean effect) {
        Origin origin;
        try {
            origin = destinations.judge(target);
        } catch (Destinations.ForbiddenException e) {
            throw redirectRefused(from, "a redirection that is not followed: " + e.message(), effect);
        }
        if (from.isSecure() && !origin.isSecure()) {
            throw redirectRefused(
                    from, "a redirection from https to http, to %s, which is not followed".formatted(origin), effect);
        }
        return origin;
    }

    private static StepFailure marked(StepFailure failure, boolean maybe) {
        return maybe ? failure.possiblyDone() : failure;
    }
}
