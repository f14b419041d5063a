package dev.reeve.internal.core.state;

import dev.reeve.Event;
import dev.reeve.ExecutionStatus;
import dev.reeve.Hold;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.state.Transitions.ExecutionEvent;
import java.time.Instant;
import java.util.Objects;
import java.util.function.IntFunction;

/** Applies one event about an execution as a whole. */
final class ExecutionEvolution {

    private final ExecutionState state;
    private final ExecutionEdit next;
    private final Event event;
    private final Instant at;

    private ExecutionEvolution(ExecutionState state, ExecutionEdit next, Event event, Instant at) {
        this.state = state;
        this.next = next;
        this.event = event;
        this.at = at;
    }

    static void apply(ExecutionState state, ExecutionEdit next, Event event, Instant at, IntFunction<Plan> versions) {
        new ExecutionEvolution(state, next, event, at).apply(versions);
    }

    private void apply(IntFunction<Plan> versions) {
        switch (event) {
            case Event.OfStep e -> throw new IllegalArgumentException("not about the execution as a whole: " + e);
            case Event.ExecutionStarted e -> started(e);
            case Event.ExecutionDelayed e -> delayed(e);
            case Event.ExecutionBegun e -> begun();
            case Event.SignalReceived e -> signalReceived(e);
            case Event.CancelRequested e -> cancelRequested(e);
            case Event.CompensationRequested e -> compensationRequested();
            case Event.ExecutionPaused e -> paused(e);
            case Event.ExecutionResumed e -> resumed();
            case Event.ExecutionMoved e -> moved(e, versions);
            case Event.CompensationStarted e -> compensationStarted(e);
            case Event.CompletionStarted e -> completionStarted(e);
            case Event.ForwardClosed e -> forwardClosed();
            case Event.FinallyStarted e -> finallyStarted(e);
            case Event.ExecutionCompleted e -> completed(e);
            case Event.ExecutionCompensated e -> end(ExecutionEvent.COMPENSATED, ExecutionStatus.COMPENSATED);
            case Event.ExecutionCancelled e -> end(ExecutionEvent.CANCELLED, ExecutionStatus.CANCELLED);
            case Event.ExecutionFailed e -> end(ExecutionEvent.FAILED, ExecutionStatus.FAILED);
        }
    }

    private void started(Event.ExecutionStarted e) {
        move(ExecutionEvent.STARTED, Phase.FORWARD);
        next.started = e;
        next.startedAt = at;
        next.completeBy = e.completeBy();
    }

    private void delayed(Event.ExecutionDelayed e) {
        move(ExecutionEvent.DELAYED, Phase.FORWARD);
        require(state.events == 1, "it has begun");
        next.delayedUntil = e.until();
    }

    private void begun() {
        move(ExecutionEvent.BEGUN, Phase.FORWARD);
        require(state.delayedUntil() != null, "it was not delayed, or has begun");
        next.delayedUntil = null;
    }

    private void signalReceived(Event.SignalReceived e) {
        move(ExecutionEvent.SIGNAL_RECEIVED, state.phase);
        require(state.phase.goesForward() || state.plan().finallyCount() > 0, "no step takes a signal any more");
        next.signals = state.signals.with(e.signal(), e.id(), e.data());
    }

    private void cancelRequested(Event.CancelRequested e) {
        move(ExecutionEvent.CANCEL_REQUESTED, Phase.FORWARD);
        next.cancelReason = e.reason();
    }

    private void compensationRequested() {
        move(ExecutionEvent.COMPENSATION_REQUESTED, Phase.FORWARD);
        next.undoRequested = true;
    }

    private void paused(Event.ExecutionPaused e) {
        move(ExecutionEvent.PAUSED, state.phase);
        require(state.paused() == null, "it is paused already");
        next.paused = new Hold(e.actor(), e.reason(), at);
    }

    private void resumed() {
        move(ExecutionEvent.RESUMED, state.phase);
        Hold hold = state.paused();
        require(hold != null, "it is not paused");
        next.paused = null;
        next.held = state.held.and(Objects.requireNonNull(hold).since(), at);
    }

    private void moved(Event.ExecutionMoved e, IntFunction<Plan> versions) {
        move(ExecutionEvent.MOVED, Phase.FORWARD);
        next.plan = versions.apply(e.version());
        require(Relocation.isPossible(state, next.plan), "a step that has begun is not there");
        Relocation.apply(state, next);
    }

    private void compensationStarted(Event.CompensationStarted e) {
        move(ExecutionEvent.COMPENSATION_STARTED, Phase.CLOSING);
        next.undoneFor = e.failure();
        next.delayedUntil = null;
        next.undoable = null; // counted anew once the open attempts are closed
    }

    private void completionStarted(Event.CompletionStarted e) {
        move(ExecutionEvent.COMPLETION_STARTED, Phase.CLOSING);
        StepState step = state.step(e.endedBy());
        require(step != null && step.status() == StepStatus.COMPLETED, "the step has not completed");
        next.endedBy = e.endedBy();
        next.undoable = null;
        next.output = step == null ? null : step.output();
    }

    private void forwardClosed() {
        move(ExecutionEvent.FORWARD_CLOSED, Phase.UNDOING);
        require(state.endedBy == null || state.undoPending > 0, "it is about to complete, and nothing is undone");
        require(state.openForward == 0, "steps are still being done");
        UndoOrder.begin(next);
    }

    private void finallyStarted(Event.FinallyStarted e) {
        move(ExecutionEvent.FINALLY_STARTED, Phase.FINALLY);
        requireDecided(e.outcome());
        next.outcome = e.outcome();
        next.output = e.output();
        next.unsettled = state.plan().finallyCount();
    }

    private void completed(Event.ExecutionCompleted e) {
        next.output = e.output();
        end(ExecutionEvent.COMPLETED, ExecutionStatus.COMPLETED);
    }

    private void move(ExecutionEvent what, Phase to) {
        require(Transitions.allows(state.phase, what, to), "nothing of the kind can happen now");
        next.phase = to;
    }

    private void end(ExecutionEvent what, ExecutionStatus outcome) {
        move(what, Phase.ENDED);
        requireDecided(outcome);
        next.outcome = outcome;
        next.endedAt = at;
    }

    /** Requires an outcome that this phase allows, with nothing left to do that could change it. */
    private void requireDecided(ExecutionStatus outcome) {
        boolean decided = switch (state.phase) {
            case FORWARD -> state.unsettled == 0 && state.undoPending == 0 && outcome == ExecutionStatus.COMPLETED;
            case UNDOING -> state.undoPending == 0 && (outcome == ExecutionStatus.COMPLETED) == (state.endedBy != null);
            case FINALLY -> state.unsettled == 0 && outcome == state.outcome;
            case CLOSING -> state.endedBy != null && state.openForward == 0 && outcome == ExecutionStatus.COMPLETED;
            case NEW, ENDED -> false;
        };
        require(decided, "the outcome is not decided, or is another one");
    }

    private void require(boolean condition, String problem) {
        IllegalHistory.require(condition, state, event, problem);
    }
}
