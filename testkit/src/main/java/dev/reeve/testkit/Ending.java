package dev.reeve.testkit;

import dev.reeve.core.ExecutionStatus;
import dev.reeve.engine.client.HistoryEntry;
import dev.reeve.model.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a run under faults ended.
 *
 * @param status terminal, or {@link ExecutionStatus#ESCALATED} if a person is needed, for it or for what one of its steps has
 *     started
 * @param output null unless it was completed
 * @param effects what steps did to the world outside, as far as handlers and scripts have said that they succeeded
 * @param calls of handlers and scripts, in order
 */
public record Ending(
        ExecutionStatus status,
        @Nullable Json output,
        List<Effect> effects,
        List<ActionCall> calls,
        List<HistoryEntry> history) {

    public Ending {
        effects = List.copyOf(effects);
        calls = List.copyOf(calls);
        history = List.copyOf(history);
    }
}
