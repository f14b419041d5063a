package dev.reeve.internal.engine.scheduler.definition;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.state.Evolution;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.spi.store.JournalRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Reads an execution's state from its journal. */
public final class Journal {

    private Journal() {}

    /** All events of these rows, in order. */
    public static List<Event> events(List<JournalRow> journal) {
        List<Event> events = new ArrayList<>();
        journal.forEach(row -> events.addAll(EventCodec.read(row.events())));
        return events;
    }

    /**
     * The state after these rows.
     *
     * @param versions gives the plan of each version of the workflow
     * @throws IllegalStateException if a row is missing or is not what the core could have written
     */
    public static ExecutionState fold(ExecutionId id, IntFunction<Plan> versions, List<JournalRow> journal) {
        ExecutionState state = null;
        int seq = 0;
        for (JournalRow row : journal) {
            if (row.seq() != ++seq) {
                throw new IllegalStateException(
                        "the journal of %s is damaged: expected row %d, found %d".formatted(id, seq, row.seq()));
            }
            for (Event event : EventCodec.read(row.events())) {
                ExecutionState before = state == null ? Evolution.first(id, event, versions) : state;
                state = Evolution.apply(before, event, row.at(), versions);
            }
        }
        if (state == null) {
            throw new IllegalStateException("the journal of %s is missing".formatted(id));
        }
        return state;
    }
}
