package dev.reeve.internal.engine.scheduler.memory;

import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.spi.store.ExecutionChange;
import dev.reeve.spi.store.ExecutionRow;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Writes the index entries of executions. */
public final class IndexRows {

    private static final int ERROR_LENGTH_MAX = 500;

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
                error(state));
    }

    public static ExecutionChange change(LiveExecution live, @Nullable Instant wakeAt) {
        ExecutionState state = live.state();
        return new ExecutionChange(
                state.id(), state.status(), wakeAt, state.endedAt(), error(state), live.versionToStore());
    }

    private static @Nullable String error(ExecutionState state) {
        Failure failure = state.failure();
        if (failure == null) {
            return null;
        }
        String line = failure.code() + ": " + failure.message().replace('\n', ' ');
        return line.length() <= ERROR_LENGTH_MAX ? line : line.substring(0, ERROR_LENGTH_MAX - 1) + "…";
    }
}
