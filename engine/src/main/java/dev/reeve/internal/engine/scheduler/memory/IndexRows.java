package dev.reeve.internal.engine.scheduler.memory;

import dev.reeve.Event;
import dev.reeve.internal.core.state.ErrorData;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.spi.store.ExecutionChange;
import dev.reeve.spi.store.ExecutionRow;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Writes the index entries of executions. */
public final class IndexRows {

    private IndexRows() {}

    public static ExecutionRow row(LiveExecution live, @Nullable Instant wakeAt) {
        ExecutionState state = live.state();
        Event.ExecutionStarted started = state.started();
        return new ExecutionRow(
                state.id(),
                started.namespace(),
                started.key(),
                started.workflow(),
                state.plan().workflow().version(),
                state.status(),
                started.priority(),
                started.labels(),
                live.digest(),
                state.startedAt(),
                wakeAt,
                state.endedAt(),
                ErrorData.line(state));
    }

    public static ExecutionChange change(LiveExecution live, @Nullable Instant wakeAt) {
        ExecutionState state = live.state();
        return new ExecutionChange(
                state.id(), state.status(), wakeAt, state.endedAt(), ErrorData.line(state), live.versionToStore());
    }
}
