package dev.reeve.internal.engine.scheduler.message;

import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.spi.store.JournalRow;
import java.util.List;

/** An execution that was read from the store and had ended. */
public record Finished(ExecutionState state, List<JournalRow> journal) {

    public Ended ended() {
        return Ended.of(state);
    }
}
