package dev.reeve.internal.core.rules;

import dev.reeve.Event;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.Refusal;
import dev.reeve.internal.core.state.Evolution;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Phase;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.PlanNode;
import dev.reeve.internal.core.state.StepState;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A decision in progress: the events decided so far, and the state after them. Each rule sees the state after all
 * earlier events. Used once, by one thread.
 */
final class DecisionDraft {

    private final Instant now;
    private final List<Event> events = new ArrayList<>(4);
    private ExecutionState state;
    /** Settled steps whose successors have not been checked; null until the first one. */
    private @Nullable Deque<PlanNode> settled;

    DecisionDraft(ExecutionState state, Instant now) {
        this.state = state;
        this.now = now;
    }

    ExecutionState state() {
        return state;
    }

    Plan plan() {
        return state.plan();
    }

    Instant now() {
        return now;
    }

    StepState step(PlanNode node) {
        return state.at(node);
    }

    /**
     * Whether the result of the step is not needed any more: the execution will be compensated, is about to complete,
     * or has enough without it.
     */
    boolean isClosing(PlanNode node) {
        return state.phase == Phase.CLOSING || !state.isNeeded(node);
    }

    void emit(Event event) {
        state = Evolution.apply(state, event, now);
        events.add(event);
        if (settled != null && !state.phase.goesForward()) {
            settled = null; // no further step begins (I7)
        }
    }

    /** Emits the move to another version. */
    void emitMoved(Event.ExecutionMoved event, Plan to) {
        state = Evolution.apply(state, event, now, version -> to);
        events.add(event);
    }

    /**
     * As {@link #emit}, for an event that settles a step or an item. Its successors, or further items, are checked
     * later.
     */
    void emitSettled(PlanNode node, Event event) {
        emit(event);
        boolean leadsOn = node.parent != null || node.successors.length > 0;
        if (leadsOn && state.phase.goesForward()) {
            if (settled == null) {
                settled = new ArrayDeque<>();
            }
            settled.add(node);
        }
    }

    /** The next settled step or item whose successors have not been checked; null if there is none. */
    @Nullable PlanNode nextSettled() {
        return settled == null ? null : settled.poll();
    }

    /** Accepts the command with the events so far. */
    Decision.Accepted accepted() {
        return new Decision.Accepted(List.copyOf(events), state);
    }

    Decision refuse(Refusal reason, String problem) {
        return new Decision.Refused(reason, state + ": " + problem, List.copyOf(events), state);
    }

    Decision refuseUnknown(StepPath path) {
        return refuse(
                Refusal.UNKNOWN_STEP, "there is no step '%s'; expected one of %s".formatted(path, plan().someSteps()));
    }
}
