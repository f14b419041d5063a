package dev.reeve.agent.http;

import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.agent.StepFailure;
import java.time.Duration;
import java.util.Map;

/** The report in the answer of a service: {@code {"output": …}} or {@code {"failure": {…}}}. */
final class PushAnswer {

    private PushAnswer() {}

    /**
     * The output in an answer.
     *
     * @param answer its {@code body} is that of the service
     * @throws StepFailure the failure in the answer; a business error if it has neither
     */
    static Json result(Map<String, Object> answer, Origin origin) {
        if (!(answer.get("body") instanceof Json body && body.value() instanceof Map<?, ?> report)) {
            throw invalid(origin, "expected a JSON object with output or failure");
        }
        Object failure = report.get("failure");
        if (failure != null && report.containsKey("output")) {
            throw invalid(origin, "expected output or failure, found both");
        }
        if (failure instanceof Map<?, ?> members) {
            throw failure(members, origin);
        }
        if (!report.containsKey("output")) {
            throw invalid(origin, "expected output or failure, found neither");
        }
        return Json.of(report.get("output"));
    }

    private static StepFailure failure(Map<?, ?> members, Origin origin) {
        String cause = String.valueOf(members.get("cause"));
        if (!(members.get("code") instanceof String code)
                || code.isBlank()
                || code.length() > Failure.CODE_LENGTH_MAX
                || (members.get("message") != null && !(members.get("message") instanceof String))
                || (members.get("possiblyDone") != null && !(members.get("possiblyDone") instanceof Boolean))) {
            throw invalid(origin, "failure: expected a code, and a message and possiblyDone of their types");
        }
        String message = members.get("message") instanceof String told ? told : "";
        Object details = members.get("details");
        StepFailure failure = switch (cause) {
            case "BUSINESS" ->
                details == null
                        ? StepFailure.businessError(code, message)
                        : StepFailure.businessError(code, message, details);
            case "TRANSIENT" ->
                details == null
                        ? StepFailure.transientError(code, message)
                        : StepFailure.transientError(code, message, details);
            case "THROTTLED" -> StepFailure.throttled(retryAfter(members, origin), message);
            default -> throw invalid(origin, "failure.cause: expected BUSINESS, TRANSIENT or THROTTLED");
        };
        return Boolean.FALSE.equals(members.get("possiblyDone")) ? failure : failure.possiblyDone();
    }

    private static Duration retryAfter(Map<?, ?> members, Origin origin) {
        if (members.get("retryAfterMillis") instanceof Number number
                && number.longValue() >= 0
                && number.longValue() <= Duration.ofDays(1).toMillis()) {
            return Duration.ofMillis(number.longValue());
        }
        throw invalid(
                origin,
                "failure.retryAfterMillis: expected 0 to %d"
                        .formatted(Duration.ofDays(1).toMillis()));
    }

    static StepFailure invalid(Origin origin, String what) {
        return StepFailure.businessError(
                        "PUSH_ANSWER_INVALID", "the answer of %s is no report: %s".formatted(origin, what))
                .possiblyDone();
    }
}
