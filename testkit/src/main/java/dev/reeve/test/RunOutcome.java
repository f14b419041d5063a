package dev.reeve.test;

import dev.reeve.ExecutionStatus;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a run with injected faults ended.
 *
 * @param status a terminal status, or {@link ExecutionStatus#ESCALATED} if the execution or one of its children needs a
 *     person
 * @param output null unless the execution completed
 * @param effects effects on the world outside, as far as handlers and scripts reported success
 * @param calls of handlers and scripts, in order
 * @param history all events of the execution, the oldest first
 */
public record RunOutcome(
        ExecutionStatus status,
        @Nullable Json output,
        List<Effect> effects,
        List<ActionCall> calls,
        List<HistoryEntry> history) {

    public RunOutcome {
        effects = List.copyOf(effects);
        calls = List.copyOf(calls);
        history = List.copyOf(history);
    }
}
