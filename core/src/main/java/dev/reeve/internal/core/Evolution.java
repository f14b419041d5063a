package dev.reeve.internal.core;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Hold;
import dev.reeve.internal.core.Transitions.ExecutionEvent;
import java.time.Instant;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Folds events into states. Pure: the same events give the same state, today and after an upgrade.
 *
 * <p>This class finds the steps that an event affects, once, and keeps the result in the state as counters. No
 * decision has to search for them. Applying an event costs as much as the step has neighbours, however many steps the
 * workflow has.
 */
public final class Evolution {

    /** The maximum length of an event in an error message. */
    private static final int EVENT_LENGTH_MAX = 500;

    private Evolution() {}

    /** The state of an execution before its first event. */
    public static ExecutionState first(ExecutionId id, Plan plan) {
        return new ExecutionState(new ExecutionEdit(id, plan));
    }

    /**
     * The state before the first event of a history.
     *
     * @param versions returns the plan of each version of the workflow
     * @throws IllegalStateException if that event is not the start of an execution: the history is damaged
     */
    public static ExecutionState first(ExecutionId id, Event event, IntFunction<Plan> versions) {
        if (event instanceof Event.ExecutionStarted started) {
            return first(id, versions.apply(started.version()));
        }
        throw new IllegalStateException(
                "the history of execution %s does not begin with its start but with %s".formatted(id, told(event)));
    }

    /**
     * The state after one more event.
     *
     * @param at when the event was decided
     * @param versions returns the plan of each version of the workflow, for executions that move to another version
     * @throws IllegalStateException if the event is not possible in this state: the history is damaged, or the engine
     *     has a bug
     */
    public static ExecutionState apply(ExecutionState state, Event event, Instant at, IntFunction<Plan> versions) {
        ExecutionEdit next = new ExecutionEdit(state);
        switch (event) {
            case Event.OfStep ofStep -> StepEvolution.apply(state, next, ofStep, at);
            case Event.ExecutionStarted e -> {
                move(state, next, event, ExecutionEvent.STARTED, Phase.FORWARD);
                next.started = e;
                next.startedAt = at;
                next.completeBy = e.completeBy();
            }
            case Event.ExecutionDelayed e -> {
                move(state, next, event, ExecutionEvent.DELAYED, Phase.FORWARD);
                require(state.events == 1, state, event, "it has begun");
                next.delayedUntil = e.until();
            }
            case Event.ExecutionBegun e -> {
                move(state, next, event, ExecutionEvent.BEGUN, Phase.FORWARD);
                require(state.delayedUntil() != null, state, event, "it was not delayed, or has begun");
                next.delayedUntil = null;
            }
            case Event.SignalReceived e -> {
                move(state, next, event, ExecutionEvent.SIGNAL_RECEIVED, state.phase);
                next.signals = state.signals.with(e.signal(), e.id(), e.data());
            }
            case Event.CancelRequested e -> {
                move(state, next, event, ExecutionEvent.CANCEL_REQUESTED, Phase.FORWARD);
                next.cancelReason = e.reason();
            }
            case Event.CompensationRequested e -> {
                move(state, next, event, ExecutionEvent.COMPENSATION_REQUESTED, Phase.FORWARD);
                next.undoRequested = true;
            }
            case Event.ExecutionPaused e -> {
                move(state, next, event, ExecutionEvent.PAUSED, state.phase);
                require(state.paused() == null, state, event, "it is paused already");
                next.paused = new Hold(e.actor(), e.reason(), at);
            }
            case Event.ExecutionResumed e -> {
                move(state, next, event, ExecutionEvent.RESUMED, state.phase);
                require(state.paused() != null, state, event, "it is not paused");
                next.paused = null;
                next.resumedAt = at;
            }
            case Event.ExecutionMoved e -> {
                move(state, next, event, ExecutionEvent.MOVED, Phase.FORWARD);
                next.plan = versions.apply(e.version());
                require(Relocation.isPossible(state, next.plan), state, event, "a step that has begun is not there");
                Relocation.apply(state, next);
            }
            case Event.CompensationStarted e -> {
                move(state, next, event, ExecutionEvent.COMPENSATION_STARTED, Phase.CLOSING);
                next.undoneFor = e.failure();
                next.delayedUntil = null;
            }
            case Event.ForwardClosed e -> {
                move(state, next, event, ExecutionEvent.FORWARD_CLOSED, Phase.UNDOING);
                require(state.openForward == 0, state, event, "steps are still being done");
                UndoOrder.begin(next);
            }
            case Event.FinallyStarted e -> {
                move(state, next, event, ExecutionEvent.FINALLY_STARTED, Phase.FINALLY);
                requireDecided(state, event, e.outcome());
                next.outcome = e.outcome();
                next.output = e.output();
                next.unsettled = state.plan().finallyCount();
            }
            case Event.ExecutionCompleted e -> {
                move(state, next, event, ExecutionEvent.COMPLETED, Phase.ENDED);
                next.output = e.output();
                end(state, next, event, ExecutionStatus.COMPLETED, at);
            }
            case Event.ExecutionCompensated e -> {
                move(state, next, event, ExecutionEvent.COMPENSATED, Phase.ENDED);
                end(state, next, event, ExecutionStatus.COMPENSATED, at);
            }
            case Event.ExecutionCancelled e -> {
                move(state, next, event, ExecutionEvent.CANCELLED, Phase.ENDED);
                end(state, next, event, ExecutionStatus.CANCELLED, at);
            }
            case Event.ExecutionFailed e -> {
                move(state, next, event, ExecutionEvent.FAILED, Phase.ENDED);
                end(state, next, event, ExecutionStatus.FAILED, at);
            }
        }
        next.events++;
        next.stopOrResumeClock(at);
        return new ExecutionState(next);
    }

    /** As {@link #apply(ExecutionState, Event, Instant, IntFunction)}, for an execution that stays on its version. */
    public static ExecutionState apply(ExecutionState state, Event event, Instant at) {
        return apply(state, event, at, version -> {
            throw illegal(state, event, null, "there is no version " + version);
        });
    }

    private static void move(ExecutionState state, ExecutionEdit next, Event event, ExecutionEvent what, Phase to) {
        require(Transitions.allows(state.phase, what, to), state, event, "nothing of the kind can happen now");
        next.phase = to;
    }

    private static void end(
            ExecutionState state, ExecutionEdit next, Event event, ExecutionStatus outcome, Instant at) {
        requireDecided(state, event, outcome);
        next.outcome = outcome;
        next.endedAt = at;
    }

    /** Requires an outcome that this phase allows, with nothing left to do that could change it. */
    private static void requireDecided(ExecutionState state, Event event, ExecutionStatus outcome) {
        boolean decided = switch (state.phase) {
            case FORWARD -> state.unsettled == 0 && outcome == ExecutionStatus.COMPLETED;
            case UNDOING -> state.undoPending == 0 && outcome != ExecutionStatus.COMPLETED;
            case FINALLY -> state.unsettled == 0 && outcome == state.outcome;
            case NEW, CLOSING, ENDED -> false;
        };
        require(decided, state, event, "the outcome is not decided, or is another one");
    }

    static void require(boolean condition, ExecutionState state, Event event, String problem) {
        if (!condition) {
            throw illegal(state, event, null, problem);
        }
    }

    /** The message has the full context: the history is damaged, or the engine has a bug. */
    static IllegalStateException illegal(ExecutionState state, Event event, @Nullable StepState step, String problem) {
        return new IllegalStateException("%s is not possible as event %d of %s in phase %s: %s%s"
                .formatted(
                        told(event),
                        state.events + 1,
                        state,
                        state.phase,
                        problem,
                        step == null ? "" : "; the step is " + step));
    }

    private static String told(Event event) {
        String what = event.toString();
        return what.length() <= EVENT_LENGTH_MAX ? what : what.substring(0, EVENT_LENGTH_MAX) + "…";
    }
}
