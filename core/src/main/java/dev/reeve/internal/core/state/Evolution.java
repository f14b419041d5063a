package dev.reeve.internal.core.state;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import java.time.Instant;
import java.util.function.IntFunction;

/**
 * Folds events into states. Pure: the same events give the same state, today and after an upgrade.
 *
 * <p>This class finds the steps that an event affects, once, and keeps the result in the state as counters. No
 * decision has to search for them. Applying an event costs as much as the step has neighbours, however many steps the
 * workflow has.
 */
public final class Evolution {

    private Evolution() {}

    /** The state of an execution before its first event. */
    public static ExecutionState first(ExecutionId id, Plan plan) {
        return new ExecutionState(ExecutionEdit.first(id, plan));
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
        throw new IllegalStateException("the history of execution %s does not begin with its start but with %s"
                .formatted(id, IllegalHistory.told(event)));
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
        ExecutionEdit next = state.edit();
        if (event instanceof Event.OfStep ofStep) {
            StepEvolution.apply(state, next, ofStep, at);
        } else {
            ExecutionEvolution.apply(state, next, event, at, versions);
        }
        next.events++;
        next.bulkDeeds = next.bulkDeeds.with(event);
        next.stopOrResumeClock(at);
        return new ExecutionState(next);
    }

    /** As {@link #apply(ExecutionState, Event, Instant, IntFunction)}, for an execution that stays on its version. */
    public static ExecutionState apply(ExecutionState state, Event event, Instant at) {
        return apply(state, event, at, version -> {
            throw IllegalHistory.of(state, event, null, "there is no version " + version);
        });
    }
}
