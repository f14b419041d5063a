package dev.reeve.internal.core.recovery;

import dev.reeve.CallLimit;
import dev.reeve.Cause;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Hold;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.internal.model.definition.ForEach;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.values.Durations;
import dev.reeve.internal.values.Times;
import dev.reeve.workflow.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The failures that the engine itself finds, with their codes. */
public final class EngineFailures {

    /** The maximum length of details. Longer details are left out, so that a failure report is always small. */
    public static final int DETAILS_LENGTH_MAX = 64 * 1024;

    public static final int PROBLEMS_MAX = 5;

    /** The maximum number of names that a message lists, and of characters of a name that was not expected. */
    private static final int NAMES_SHOWN_MAX = 20;

    private static final int NAME_SHOWN_MAX = 100;

    /** The code of a failed child begins with this; its status follows. */
    private static final String CHILD = "CHILD_";
    /** The execution that did a step cannot be read, so it cannot be undone. */
    private static final String CHILD_GONE = "CHILD_GONE";

    /** No agent took the step, so there is no attempt that could be repeated. */
    private static final String START_BY_PASSED = "START_BY_PASSED";

    private EngineFailures() {}

    public static Failure completeByPassed(Instant completeBy, String agent) {
        return of(
                Cause.SILENT,
                "COMPLETE_BY_PASSED",
                "no report until complete-by (%s) from agent '%s'; whether the work was done is unknown"
                        .formatted(completeBy, agent),
                true);
    }

    public static Failure startByPassed(Instant startBy, Duration waited) {
        return of(
                Cause.BUSINESS,
                START_BY_PASSED,
                "no agent had taken the step by its startBy (%s), %s after it was queued"
                        .formatted(startBy, Durations.format(waited)),
                false);
    }

    /** Whether the failure is {@link #startByPassed}. */
    static boolean isNotTaken(Failure failure) {
        return failure.code().equals(START_BY_PASSED);
    }

    public static Failure heartbeatMissed(String agent) {
        return of(
                Cause.SILENT,
                "HEARTBEAT_MISSED",
                "no sign of life from agent '%s'; whether the work was done is unknown".formatted(agent),
                true);
    }

    public static Failure agentLost(String agent) {
        return of(
                Cause.LOST,
                "AGENT_LOST",
                "agent '%s' is gone; whether the work was done is unknown".formatted(agent),
                true);
    }

    public static Failure outputNotStored() {
        return of(
                Cause.BUSINESS,
                "OUTPUT_NOT_STORED",
                "the agent reported a result, but its transaction stored no output; call complete() in the transaction of a transactional step",
                true);
    }

    static Failure poison(int lost, Failure last) {
        return of(
                Cause.POISON,
                "POISON",
                "%d agents were lost on this step, which may kill them; the last one: %s"
                        .formatted(lost, last.message()),
                last.possiblyDone());
    }

    public static Failure expression(String where, ExpressionException problem) {
        return of(
                Cause.BUSINESS,
                "EXPRESSION_FAILED",
                "%s cannot be computed: %s (%s)".formatted(where, problem.getMessage(), problem.code()),
                false);
    }

    public static Failure expression(String where, String problem) {
        return of(Cause.BUSINESS, "EXPRESSION_FAILED", "%s cannot be computed: %s".formatted(where, problem), false);
    }

    public static Failure durationInvalid(String where, String problem) {
        return of(Cause.BUSINESS, "DURATION_INVALID", "%s gives no duration: %s".formatted(where, problem), false);
    }

    /**
     * @param where names the action or the workflow
     * @param oneOf the names that can come
     */
    public static Failure nameNotListed(String where, String name, List<String> oneOf) {
        String shown = name.length() <= NAME_SHOWN_MAX ? name : name.substring(0, NAME_SHOWN_MAX) + "…";
        String listed = String.join(", ", oneOf.subList(0, Math.min(oneOf.size(), NAMES_SHOWN_MAX)));
        return of(
                Cause.BUSINESS,
                "NAME_NOT_LISTED",
                "%s is '%s', which oneOf does not list (%s%s)"
                        .formatted(where, shown, listed, oneOf.size() > NAMES_SHOWN_MAX ? ", …" : ""),
                false);
    }

    public static Failure limitKeyTooLong(int length) {
        return expression(
                "the key of the limit",
                "it has %,d characters, and at most %d are allowed; use something shorter that tells the calls apart"
                        .formatted(length, CallLimit.KEY_LENGTH_MAX));
    }

    public static Failure payloadTooLarge(String what, int max, boolean possiblyDone) {
        return of(
                Cause.BUSINESS,
                "PAYLOAD_TOO_LARGE",
                "%s is larger than %d bytes; hand over a reference to the data instead".formatted(what, max),
                possiblyDone);
    }

    public static Failure probeAnswerInvalid(String problem) {
        return of(Cause.BUSINESS, "PROBE_ANSWER_INVALID", problem, true);
    }

    /** The same failure; its message also says why the probe could not be called. */
    public static Failure notProbed(Failure failure, String problem) {
        return with(failure, "the probe could not be called: " + problem);
    }

    /** The same failure; its message also says how the probe failed. */
    public static Failure probeFailed(Failure failure, Failure ofProbe) {
        return with(failure, "the probe failed: %s: %s".formatted(ofProbe.code(), ofProbe.message()));
    }

    /** The same failure; its message also says that the probe answered unknown. */
    public static Failure probedInVain(Failure failure) {
        return with(failure, "the probe answered that it is unknown");
    }

    private static Failure with(Failure failure, String word) {
        return new Failure(
                failure.cause(),
                failure.code(),
                failure.message() + "; " + word,
                failure.details(),
                failure.retryAfter(),
                failure.possiblyDone());
    }

    public static Failure executionTimedOut(Instant completeBy) {
        return of(
                Cause.SILENT,
                "EXECUTION_TIMED_OUT",
                "the execution was not through by its complete-by (%s)".formatted(completeBy),
                false);
    }

    public static Failure cancelled(String by, String reason) {
        return of(Cause.BUSINESS, "CANCELLED", "cancelled by %s: %s".formatted(by, reason), false);
    }

    /** The failure of a step that fails on purpose. */
    public static Failure onPurpose(StepPath step, String code, @Nullable String message, @Nullable Json details) {
        String text = message == null || message.isEmpty() ? "step '%s' ends the execution".formatted(step) : message;
        return small(new Failure(Cause.BUSINESS, code, text, details, null, false));
    }

    public static Failure undoRequested(String by, String reason) {
        return of(
                Cause.BUSINESS,
                "COMPENSATION_REQUESTED",
                "undone at the request of %s: %s".formatted(by, reason),
                false);
    }

    public static Failure paused(Hold hold) {
        return of(Cause.BUSINESS, "PAUSED", "paused by %s: %s".formatted(hold.actor(), hold.reason()), false);
    }

    public static Failure historyTooLong(int events, int max, Failure last) {
        return of(
                last.cause(),
                "HISTORY_TOO_LONG",
                "nothing is retried any more, because the history has %d events and %d are allowed; the last failure: %s: %s"
                        .formatted(events, max, last.code(), last.message()),
                last.possiblyDone());
    }

    public static Failure notItems(String problem) {
        return of(
                Cause.BUSINESS,
                "FOR_EACH_NOT_A_LIST",
                "forEach needs a list, and its expression gave something else: " + problem,
                false);
    }

    public static Failure tooManyItems(int size) {
        return of(
                Cause.BUSINESS,
                "FOR_EACH_TOO_MANY",
                "forEach has %,d items, and %,d are allowed: split the list, for example over child workflows"
                        .formatted(size, ForEach.ITEMS_MAX),
                false);
    }

    public static Failure roundsExhausted(int rounds) {
        return of(
                Cause.BUSINESS,
                "REPEAT_EXHAUSTED",
                "repeat.until did not hold after %d rounds, and there are no more".formatted(rounds),
                false);
    }

    public static Failure signalsExhausted(int signals) {
        return of(
                Cause.BUSINESS,
                "REPEAT_EXHAUSTED",
                "repeat.until did not hold after %d signals, and no more are taken".formatted(signals),
                false);
    }

    public static Failure roundsCutShort(int rounds) {
        return of(
                Cause.BUSINESS,
                "ROUNDS_CUT_SHORT",
                "the execution is undone; %d rounds of the step had been done".formatted(rounds),
                false);
    }

    public static Failure outputInvalid(List<Problem> problems) {
        return of(
                Cause.BUSINESS,
                "OUTPUT_INVALID",
                "the output does not match the definition: " + inShort(problems),
                true);
    }

    public static String inShort(List<Problem> problems) {
        StringBuilder told = new StringBuilder();
        for (Problem problem : problems.subList(0, Math.min(PROBLEMS_MAX, problems.size()))) {
            told.append(told.isEmpty() ? "" : "; ").append(inShort(problem));
        }
        return problems.size() > PROBLEMS_MAX ? told + "; and more" : told.toString();
    }

    private static String inShort(Problem problem) {
        return problem.path().isEmpty() ? problem.message() : problem.path() + ": " + problem.message();
    }

    public static Failure tooDeep(String workflow) {
        return of(
                Cause.BUSINESS,
                "TOO_DEEP",
                "workflow %s is not started: executions may be nested %d deep, and this one is; a workflow that starts itself needs an end"
                        .formatted(workflow, Task.Child.DEPTH_MAX),
                false);
    }

    /**
     * @param status the status that the child ended with
     * @param error the failure of the child as data; null if it has none
     */
    public static Failure child(ExecutionStatus status, String why, @Nullable Json error) {
        return new Failure(Cause.BUSINESS, CHILD + status, why, error, null, false);
    }

    /** The same failure of a child without its data, which only some definitions keep. */
    public static Failure withoutDetails(Failure failure) {
        return new Failure(
                failure.cause(), failure.code(), failure.message(), null, failure.retryAfter(), failure.possiblyDone());
    }

    /** The code with which the child of a step ended; null if the failure has none. */
    static @Nullable String codeOfChild(Failure failure) {
        return isOfChild(failure)
                        && failure.details() != null
                        && failure.details().value() instanceof Map<?, ?> error
                        && error.get("code") instanceof String code
                ? code
                : null;
    }

    /** The failure of undoing a step whose child execution cannot be read. */
    public static Failure childGone(String why) {
        return of(Cause.BUSINESS, CHILD_GONE, why, false);
    }

    /** Whether the failure is {@link #childGone}. */
    public static boolean isChildGone(@Nullable Failure failure) {
        return failure != null && failure.code().equals(CHILD_GONE);
    }

    /** Whether the failure is one of {@link #child}. */
    public static boolean isOfChild(Failure failure) {
        return failure.code().startsWith(CHILD);
    }

    /** @param timeout null if it was computed */
    public static Failure signalMissed(String signal, @Nullable Duration timeout, Instant now) {
        return of(
                Cause.BUSINESS,
                "AWAIT_TIMED_OUT",
                "no signal '%s' came %s"
                        .formatted(
                                signal,
                                timeout == null ? "until " + Times.shown(now) : "within " + Durations.format(timeout)),
                false);
    }

    public static Failure pivotPassed() {
        return of(
                Cause.BUSINESS,
                "PIVOT_PASSED",
                "the pivot was or may have been done while the execution was already being undone, and has no compensation: "
                        + "undo it by hand and resolve it, or skip it to leave it as it is",
                false);
    }

    public static Failure roundByHand() {
        return of(
                Cause.BUSINESS,
                "CHILD_NOT_UNDOABLE",
                "a person has resolved the step, and no execution had done its last round, or its result was not accepted: "
                        + "undo that round by hand and resolve the step, or skip it to leave all rounds as they are",
                false);
    }

    public static Failure itemsUnknown() {
        return of(
                Cause.BUSINESS,
                "ITEMS_UNKNOWN",
                "a person has resolved the step as a whole, so the engine does not know which items there are to undo: "
                        + "undo them by hand and resolve it, or skip it to leave them as they are",
                false);
    }

    public static Failure needPerson(int steps) {
        return of(
                Cause.BUSINESS,
                "NEEDS_PERSON",
                steps + (steps == 1 ? " step needs" : " steps need") + " a person",
                false);
    }

    /** Drops details that are too large. */
    public static Failure small(Failure failure) {
        if (failure.details() == null || areShort(failure.details())) {
            return failure;
        }
        return new Failure(
                failure.cause(),
                failure.code(),
                failure.message() + " (details of more than " + DETAILS_LENGTH_MAX + " characters left out)",
                null,
                failure.retryAfter(),
                failure.possiblyDone());
    }

    /** Whether these can be the details of a failure. */
    public static boolean areShort(Json details) {
        return details.text().length() <= DETAILS_LENGTH_MAX;
    }

    private static Failure of(Cause cause, String code, @Nullable String message, boolean possiblyDone) {
        return new Failure(cause, code, message == null ? code : message, null, null, possiblyDone);
    }
}
