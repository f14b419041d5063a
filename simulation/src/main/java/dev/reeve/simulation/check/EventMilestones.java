package dev.reeve.simulation.check;

import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.Parent;
import dev.reeve.ProbeAnswer;
import dev.reeve.Purpose;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.state.ExecutionState;
import org.jspecify.annotations.Nullable;

/** The milestones that single events show, without anything that came before. */
final class EventMilestones {

    private EventMilestones() {}

    /**
     * @param state before the event
     * @return null if the event alone shows no milestone
     */
    static @Nullable Milestone of(Event event, ExecutionState state) {
        return switch (event) {
            case Event.OfStep ofStep -> ofStep(ofStep);
            case Event.CompensationRequested requested ->
                ofRequest(requested, state.started().parent());
            case Event.ExecutionMoved moved -> Milestone.MOVED;
            case Event.CompensationStarted undo ->
                undo.failure().code().equals("EXECUTION_TIMED_OUT") ? Milestone.EXECUTION_TIMED_OUT : null;
            case Event.ExecutionCompensated end -> Milestone.COMPENSATED;
            default -> null;
        };
    }

    private static @Nullable Milestone ofStep(Event.OfStep event) {
        return switch (event) {
            case Event.StepTaken taken -> Milestone.STEP_TAKEN;
            case Event.ChildStarted start -> start.purpose() == Purpose.FORWARD ? Milestone.CHILD_STARTED : null;
            case Event.RoundFound found -> Milestone.CHILD_ROUND_UNDONE;
            case Event.RoundUndone undone -> undone.actor() == null ? null : Milestone.CHILD_ROUND_RESOLVED;
            case Event.StepWaiting waiting -> waiting.reason() == WaitReason.PAUSE ? Milestone.PAUSED_ROUND : null;
            case Event.StepNotStarted late ->
                late.failure().code().equals("START_BY_PASSED")
                        ? Milestone.START_BY_PASSED
                        : Milestone.RETRIES_OVER_IN_QUEUE;
            case Event.AttemptFailed failed -> ofFailure(failed.failure());
            case Event.ProbeAnswered answered -> ofAnswer(answered.answer());
            case Event.StepCompleted completed -> completed.attempt() == 0 ? Milestone.TIMER : null;
            case Event.StepFailed failed -> failed.failure().cause() == Cause.POISON ? Milestone.POISON : null;
            case Event.StepSkipped skipped -> Milestone.STEP_SKIPPED;
            case Event.StepEscalated escalated ->
                escalated.purpose() == Purpose.COMPENSATION ? Milestone.COMPENSATION_FAILED : Milestone.ESCALATED;
            case Event.StepRetried retried -> Milestone.OPERATOR_RETRIED;
            case Event.ProbeRequested asked -> Milestone.OPERATOR_PROBED;
            case Event.StepResolved resolved -> Milestone.OPERATOR_RESOLVED;
            case Event.LateReportKept kept -> Milestone.LATE_REPORT_KEPT;
            default -> null;
        };
    }

    private static @Nullable Milestone ofFailure(Failure failure) {
        return switch (failure.code()) {
            case "COMPLETE_BY_PASSED" -> Milestone.COMPLETE_BY_PASSED;
            case "HEARTBEAT_MISSED" -> Milestone.HEARTBEAT_MISSED;
            case "AGENT_LOST" -> Milestone.AGENT_LOST;
            case "PAYLOAD_TOO_LARGE" -> Milestone.OUTPUT_REFUSED;
            case "CHILD_NOT_UNDOABLE" -> Milestone.CHILD_NOT_UNDOABLE;
            case "PROBE_ANSWER_INVALID" -> Milestone.PROBE_GARBAGE;
            default -> failure.cause() == Cause.THROTTLED ? Milestone.THROTTLED : null;
        };
    }

    private static Milestone ofAnswer(ProbeAnswer answer) {
        return switch (answer) {
            case ProbeAnswer.Done done -> Milestone.PROBE_DONE;
            case ProbeAnswer.NotDone notDone -> Milestone.PROBE_NOT_DONE;
            case ProbeAnswer.Running running -> Milestone.PROBE_RUNNING;
            case ProbeAnswer.Unknown unknown -> Milestone.PROBE_UNKNOWN;
        };
    }

    private static Milestone ofRequest(Event.CompensationRequested requested, @Nullable Parent parent) {
        if (parent == null || !requested.actor().equals("execution " + parent.execution())) {
            return Milestone.OPERATOR_UNDID;
        }
        return parent.undoes() == null ? Milestone.CHILD_TURNED_ROUND : Milestone.CHILD_UNDOING;
    }
}
