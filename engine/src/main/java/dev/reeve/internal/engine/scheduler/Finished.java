package dev.reeve.internal.engine.scheduler;

import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.spi.store.JournalRow;
import java.util.List;

/** An execution that was read from the store and had ended. */
record Finished(ExecutionState state, List<JournalRow> journal) {

    Ended ended() {
        return Memory.ended(state);
    }
}
