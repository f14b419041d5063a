package dev.reeve.internal.core.state;

import static dev.reeve.Purpose.COMPENSATION;
import static dev.reeve.Purpose.FORWARD;
import static dev.reeve.Purpose.PROBE;
import static dev.reeve.StepStatus.COMPENSATED;
import static dev.reeve.StepStatus.COMPENSATING;
import static dev.reeve.StepStatus.COMPLETED;
import static dev.reeve.StepStatus.ESCALATED;
import static dev.reeve.StepStatus.FAILED;
import static dev.reeve.StepStatus.PENDING;
import static dev.reeve.StepStatus.PROBING;
import static dev.reeve.StepStatus.READY;
import static dev.reeve.StepStatus.RUNNING;
import static dev.reeve.StepStatus.SKIPPED;
import static dev.reeve.StepStatus.WAITING;

import dev.reeve.Purpose;
import dev.reeve.StepStatus;
import java.util.List;

/**
 * All transitions of executions and steps. {@link Evolution} refuses a transition that is not in these tables (I4).
 * The diagrams in {@code docs/state-machine.md} are drawn from them, and a test fails if one of their rows is never
 * taken.
 */
@SuppressWarnings("EnumOrdinal") // ordinals index tables that are built anew in each process, and are never stored
public final class Transitions {

    private Transitions() {}

    /** The events of a step, by their short names. */
    public enum StepEvent {
        TAKEN("StepTaken"),
        READY("StepReady"),
        ITEMS_STARTED("ItemsStarted"),
        ROUND_ENDED("RoundEnded"),
        ROUND_UNDONE("RoundUndone"),
        ROUND_FOUND("RoundFound"),
        SIGNAL_TAKEN("SignalTaken"),
        OTHERS_ENDED("OthersEnded"),
        STARTED("StepStarted"),
        CHILD_STARTED("ChildStarted"),
        CHECKPOINT("CheckpointRecorded"),
        ATTEMPT_FAILED("AttemptFailed"),
        WAITING("StepWaiting"),
        RESUMED("StepResumed"),
        NOT_STARTED("StepNotStarted"),
        PROBE_REQUESTED("ProbeRequested"),
        PROBE_ANSWERED("ProbeAnswered"),
        COMPLETED("StepCompleted"),
        FAILED("StepFailed"),
        SKIPPED("StepSkipped"),
        ESCALATED("StepEscalated"),
        RETRIED("StepRetried"),
        RESOLVED("StepResolved"),
        COMPENSATED("StepCompensated");

        public final String eventName;

        StepEvent(String eventName) {
            this.eventName = eventName;
        }
    }

    /** The events of an execution as a whole. */
    public enum ExecutionEvent {
        STARTED("ExecutionStarted"),
        DELAYED("ExecutionDelayed"),
        BEGUN("ExecutionBegun"),
        SIGNAL_RECEIVED("SignalReceived"),
        PAUSED("ExecutionPaused"),
        RESUMED("ExecutionResumed"),
        MOVED("ExecutionMoved"),
        CANCEL_REQUESTED("CancelRequested"),
        COMPENSATION_REQUESTED("CompensationRequested"),
        COMPENSATION_STARTED("CompensationStarted"),
        COMPLETION_STARTED("CompletionStarted"),
        FORWARD_CLOSED("ForwardClosed"),
        FINALLY_STARTED("FinallyStarted"),
        COMPLETED("ExecutionCompleted"),
        COMPENSATED("ExecutionCompensated"),
        CANCELLED("ExecutionCancelled"),
        FAILED("ExecutionFailed");

        public final String eventName;

        ExecutionEvent(String eventName) {
            this.eventName = eventName;
        }
    }

    /**
     * One row of the table of steps.
     *
     * @param purpose the purpose of the event; for an event without a purpose, the only one it can have
     */
    public record StepMove(StepStatus from, StepEvent event, Purpose purpose, StepStatus to) {}

    /** One row of the table of executions. */
    public record ExecutionMove(Phase from, ExecutionEvent event, Phase to) {}

    public static final List<StepMove> OF_STEP = List.of(
            // Settled in the execution that this one does again or undoes.
            new StepMove(PENDING, StepEvent.TAKEN, FORWARD, COMPLETED),
            new StepMove(PENDING, StepEvent.TAKEN, FORWARD, SKIPPED),
            new StepMove(PENDING, StepEvent.TAKEN, FORWARD, FAILED),
            // The step begins, or is settled without any attempt.
            new StepMove(PENDING, StepEvent.READY, FORWARD, READY),
            new StepMove(PENDING, StepEvent.WAITING, FORWARD, WAITING),
            new StepMove(PENDING, StepEvent.ITEMS_STARTED, FORWARD, RUNNING),
            new StepMove(PENDING, StepEvent.SIGNAL_TAKEN, FORWARD, PENDING),
            // It has enough of its predecessors, and begins.
            new StepMove(PENDING, StepEvent.OTHERS_ENDED, FORWARD, PENDING),
            new StepMove(PENDING, StepEvent.COMPLETED, FORWARD, COMPLETED),
            new StepMove(PENDING, StepEvent.SKIPPED, FORWARD, SKIPPED),
            new StepMove(PENDING, StepEvent.FAILED, FORWARD, FAILED),
            new StepMove(PENDING, StepEvent.ESCALATED, FORWARD, ESCALATED),
            // Queued for an agent.
            new StepMove(READY, StepEvent.STARTED, FORWARD, RUNNING),
            new StepMove(READY, StepEvent.CHILD_STARTED, FORWARD, RUNNING),
            new StepMove(READY, StepEvent.SKIPPED, FORWARD, SKIPPED),
            new StepMove(READY, StepEvent.FAILED, FORWARD, FAILED),
            new StepMove(READY, StepEvent.READY, PROBE, PROBING),
            // No agent took it in time; the next event says how the engine handles it.
            new StepMove(READY, StepEvent.NOT_STARTED, FORWARD, READY),
            new StepMove(PROBING, StepEvent.NOT_STARTED, PROBE, PROBING),
            new StepMove(COMPENSATING, StepEvent.NOT_STARTED, COMPENSATION, COMPENSATING),
            new StepMove(READY, StepEvent.ESCALATED, FORWARD, ESCALATED),
            // An agent is working on it; after AttemptFailed the next event says how the engine handles it.
            new StepMove(RUNNING, StepEvent.CHECKPOINT, FORWARD, RUNNING),
            new StepMove(RUNNING, StepEvent.ATTEMPT_FAILED, FORWARD, RUNNING),
            new StepMove(RUNNING, StepEvent.COMPLETED, FORWARD, COMPLETED),
            new StepMove(RUNNING, StepEvent.WAITING, FORWARD, WAITING),
            new StepMove(RUNNING, StepEvent.RESUMED, FORWARD, READY),
            new StepMove(RUNNING, StepEvent.READY, PROBE, PROBING),
            new StepMove(RUNNING, StepEvent.FAILED, FORWARD, FAILED),
            new StepMove(RUNNING, StepEvent.ESCALATED, FORWARD, ESCALATED),
            new StepMove(RUNNING, StepEvent.ROUND_ENDED, FORWARD, RUNNING),
            new StepMove(RUNNING, StepEvent.READY, FORWARD, READY),
            new StepMove(RUNNING, StepEvent.SKIPPED, FORWARD, SKIPPED),
            // Between attempts, or a timer.
            new StepMove(WAITING, StepEvent.RESUMED, FORWARD, READY),
            new StepMove(WAITING, StepEvent.COMPLETED, FORWARD, COMPLETED),
            new StepMove(WAITING, StepEvent.SKIPPED, FORWARD, SKIPPED),
            new StepMove(WAITING, StepEvent.FAILED, FORWARD, FAILED),
            new StepMove(WAITING, StepEvent.ESCALATED, FORWARD, ESCALATED),
            new StepMove(WAITING, StepEvent.READY, FORWARD, READY),
            new StepMove(WAITING, StepEvent.SIGNAL_TAKEN, FORWARD, WAITING),
            // A signal moves the end of the wait.
            new StepMove(WAITING, StepEvent.WAITING, FORWARD, WAITING),
            new StepMove(WAITING, StepEvent.PROBE_REQUESTED, FORWARD, WAITING),
            new StepMove(WAITING, StepEvent.READY, PROBE, PROBING),
            // A probe asks the service for the outcome of the step.
            new StepMove(PROBING, StepEvent.PROBE_REQUESTED, PROBE, PROBING),
            new StepMove(PROBING, StepEvent.READY, PROBE, PROBING),
            new StepMove(PROBING, StepEvent.STARTED, PROBE, PROBING),
            new StepMove(PROBING, StepEvent.CHECKPOINT, PROBE, PROBING),
            new StepMove(PROBING, StepEvent.ATTEMPT_FAILED, PROBE, PROBING),
            new StepMove(PROBING, StepEvent.PROBE_ANSWERED, PROBE, PROBING),
            new StepMove(PROBING, StepEvent.WAITING, PROBE, PROBING),
            new StepMove(PROBING, StepEvent.RESUMED, PROBE, PROBING),
            new StepMove(PROBING, StepEvent.ROUND_ENDED, FORWARD, RUNNING),
            new StepMove(PROBING, StepEvent.COMPLETED, FORWARD, COMPLETED),
            new StepMove(PROBING, StepEvent.WAITING, FORWARD, WAITING),
            new StepMove(PROBING, StepEvent.RESUMED, FORWARD, READY),
            new StepMove(PROBING, StepEvent.SKIPPED, FORWARD, SKIPPED),
            new StepMove(PROBING, StepEvent.FAILED, FORWARD, FAILED),
            new StepMove(PROBING, StepEvent.ESCALATED, FORWARD, ESCALATED),
            // Undoing a step that was done, or possibly done.
            new StepMove(COMPLETED, StepEvent.READY, COMPENSATION, COMPENSATING),
            new StepMove(COMPLETED, StepEvent.ESCALATED, COMPENSATION, ESCALATED),
            new StepMove(FAILED, StepEvent.READY, COMPENSATION, COMPENSATING),
            new StepMove(FAILED, StepEvent.ESCALATED, COMPENSATION, ESCALATED),
            new StepMove(SKIPPED, StepEvent.READY, COMPENSATION, COMPENSATING),
            new StepMove(SKIPPED, StepEvent.ESCALATED, COMPENSATION, ESCALATED),
            new StepMove(COMPENSATING, StepEvent.READY, COMPENSATION, COMPENSATING),
            new StepMove(COMPENSATING, StepEvent.STARTED, COMPENSATION, COMPENSATING),
            new StepMove(COMPENSATING, StepEvent.CHILD_STARTED, COMPENSATION, COMPENSATING),
            new StepMove(COMPENSATING, StepEvent.CHECKPOINT, COMPENSATION, COMPENSATING),
            new StepMove(COMPENSATING, StepEvent.ATTEMPT_FAILED, COMPENSATION, COMPENSATING),
            new StepMove(COMPENSATING, StepEvent.WAITING, COMPENSATION, COMPENSATING),
            new StepMove(COMPENSATING, StepEvent.RESUMED, COMPENSATION, COMPENSATING),
            new StepMove(COMPENSATING, StepEvent.ROUND_UNDONE, COMPENSATION, COMPENSATING),
            new StepMove(COMPENSATING, StepEvent.ROUND_FOUND, COMPENSATION, COMPENSATING),
            new StepMove(COMPENSATING, StepEvent.COMPENSATED, COMPENSATION, COMPENSATED),
            new StepMove(COMPENSATING, StepEvent.ESCALATED, COMPENSATION, ESCALATED),
            // Escalated: an operator acts, or the execution is compensated meanwhile.
            new StepMove(ESCALATED, StepEvent.RETRIED, FORWARD, READY),
            new StepMove(ESCALATED, StepEvent.RETRIED, FORWARD, PENDING),
            new StepMove(ESCALATED, StepEvent.RESOLVED, FORWARD, COMPLETED),
            new StepMove(ESCALATED, StepEvent.SKIPPED, FORWARD, SKIPPED),
            new StepMove(ESCALATED, StepEvent.FAILED, FORWARD, FAILED),
            new StepMove(ESCALATED, StepEvent.PROBE_REQUESTED, FORWARD, ESCALATED),
            new StepMove(ESCALATED, StepEvent.READY, PROBE, PROBING),
            new StepMove(ESCALATED, StepEvent.RETRIED, COMPENSATION, COMPENSATING),
            new StepMove(ESCALATED, StepEvent.ROUND_UNDONE, COMPENSATION, COMPENSATING),
            new StepMove(ESCALATED, StepEvent.COMPENSATED, COMPENSATION, COMPENSATED),
            new StepMove(ESCALATED, StepEvent.SKIPPED, COMPENSATION, COMPLETED),
            new StepMove(ESCALATED, StepEvent.SKIPPED, COMPENSATION, FAILED));

    public static final List<ExecutionMove> OF_EXECUTION = List.of(
            new ExecutionMove(Phase.NEW, ExecutionEvent.STARTED, Phase.FORWARD),
            new ExecutionMove(Phase.FORWARD, ExecutionEvent.DELAYED, Phase.FORWARD),
            new ExecutionMove(Phase.FORWARD, ExecutionEvent.BEGUN, Phase.FORWARD),
            new ExecutionMove(Phase.FORWARD, ExecutionEvent.SIGNAL_RECEIVED, Phase.FORWARD),
            new ExecutionMove(Phase.FINALLY, ExecutionEvent.SIGNAL_RECEIVED, Phase.FINALLY),
            new ExecutionMove(Phase.FORWARD, ExecutionEvent.PAUSED, Phase.FORWARD),
            new ExecutionMove(Phase.FORWARD, ExecutionEvent.RESUMED, Phase.FORWARD),
            new ExecutionMove(Phase.FORWARD, ExecutionEvent.MOVED, Phase.FORWARD),
            new ExecutionMove(Phase.FORWARD, ExecutionEvent.CANCEL_REQUESTED, Phase.FORWARD),
            new ExecutionMove(Phase.FORWARD, ExecutionEvent.COMPENSATION_REQUESTED, Phase.FORWARD),
            new ExecutionMove(Phase.FORWARD, ExecutionEvent.COMPENSATION_STARTED, Phase.CLOSING),
            new ExecutionMove(Phase.FORWARD, ExecutionEvent.COMPLETION_STARTED, Phase.CLOSING),
            new ExecutionMove(Phase.FORWARD, ExecutionEvent.FINALLY_STARTED, Phase.FINALLY),
            new ExecutionMove(Phase.FORWARD, ExecutionEvent.COMPLETED, Phase.ENDED),
            // A signal for a step of finally is kept for it.
            new ExecutionMove(Phase.CLOSING, ExecutionEvent.SIGNAL_RECEIVED, Phase.CLOSING),
            new ExecutionMove(Phase.CLOSING, ExecutionEvent.PAUSED, Phase.CLOSING),
            new ExecutionMove(Phase.CLOSING, ExecutionEvent.RESUMED, Phase.CLOSING),
            new ExecutionMove(Phase.CLOSING, ExecutionEvent.FORWARD_CLOSED, Phase.UNDOING),
            new ExecutionMove(Phase.CLOSING, ExecutionEvent.FINALLY_STARTED, Phase.FINALLY),
            new ExecutionMove(Phase.CLOSING, ExecutionEvent.COMPLETED, Phase.ENDED),
            new ExecutionMove(Phase.UNDOING, ExecutionEvent.SIGNAL_RECEIVED, Phase.UNDOING),
            new ExecutionMove(Phase.UNDOING, ExecutionEvent.PAUSED, Phase.UNDOING),
            new ExecutionMove(Phase.UNDOING, ExecutionEvent.RESUMED, Phase.UNDOING),
            new ExecutionMove(Phase.UNDOING, ExecutionEvent.FINALLY_STARTED, Phase.FINALLY),
            // After a step has completed it, others that it did not need are undone.
            new ExecutionMove(Phase.UNDOING, ExecutionEvent.COMPLETED, Phase.ENDED),
            new ExecutionMove(Phase.UNDOING, ExecutionEvent.COMPENSATED, Phase.ENDED),
            new ExecutionMove(Phase.UNDOING, ExecutionEvent.CANCELLED, Phase.ENDED),
            new ExecutionMove(Phase.UNDOING, ExecutionEvent.FAILED, Phase.ENDED),
            new ExecutionMove(Phase.FINALLY, ExecutionEvent.PAUSED, Phase.FINALLY),
            new ExecutionMove(Phase.FINALLY, ExecutionEvent.RESUMED, Phase.FINALLY),
            new ExecutionMove(Phase.FINALLY, ExecutionEvent.COMPLETED, Phase.ENDED),
            new ExecutionMove(Phase.FINALLY, ExecutionEvent.COMPENSATED, Phase.ENDED),
            new ExecutionMove(Phase.FINALLY, ExecutionEvent.CANCELLED, Phase.ENDED),
            new ExecutionMove(Phase.FINALLY, ExecutionEvent.FAILED, Phase.ENDED));

    private static final int STATUSES = StepStatus.values().length;
    private static final int PURPOSES = Purpose.values().length;
    private static final int PHASES = Phase.values().length;

    /** For each (from, event, purpose), a bit for each status that may follow. */
    private static final int[] STEP_TARGETS = stepTargets();

    /** For each (from, event), a bit for each phase that may follow. */
    private static final int[] EXECUTION_TARGETS = executionTargets();

    static boolean allows(StepStatus from, StepEvent event, Purpose purpose, StepStatus to) {
        return (STEP_TARGETS[index(from, event, purpose)] & (1 << to.ordinal())) != 0;
    }

    static boolean allows(Phase from, ExecutionEvent event, Phase to) {
        return (EXECUTION_TARGETS[event.ordinal() * PHASES + from.ordinal()] & (1 << to.ordinal())) != 0;
    }

    /** The status of a step that is busy for this purpose. */
    static StepStatus busy(Purpose purpose, StepStatus forward) {
        return switch (purpose) {
            case FORWARD -> forward;
            case PROBE -> StepStatus.PROBING;
            case COMPENSATION -> StepStatus.COMPENSATING;
        };
    }

    private static int index(StepStatus from, StepEvent event, Purpose purpose) {
        return (event.ordinal() * PURPOSES + purpose.ordinal()) * STATUSES + from.ordinal();
    }

    private static int[] stepTargets() {
        int[] targets = new int[StepEvent.values().length * PURPOSES * STATUSES];
        for (StepMove move : OF_STEP) {
            targets[index(move.from(), move.event(), move.purpose())] |=
                    1 << move.to().ordinal();
        }
        return targets;
    }

    private static int[] executionTargets() {
        int[] targets = new int[ExecutionEvent.values().length * PHASES];
        for (ExecutionMove move : OF_EXECUTION) {
            targets[move.event().ordinal() * PHASES + move.from().ordinal()] |=
                    1 << move.to().ordinal();
        }
        return targets;
    }
}
