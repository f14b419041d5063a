package dev.reeve.engine.scheduler;

import dev.reeve.core.ExecutionState;
import dev.reeve.engine.store.JournalRow;
import java.util.List;

/** An execution that was read from the store and had ended. */
record Finished(ExecutionState state, List<JournalRow> journal) {

    Ended ended() {
        return Memory.ended(state);
    }
}
