package dev.reeve.internal.engine.scheduler.memory;

import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.spi.store.ExecutionRow;
import java.time.Duration;
import java.time.Instant;

/**
 * Decides where an execution belongs after a commit. It stays in memory while work is in flight or something is due
 * soon. While it only waits, it is in the store alone, so that a million waiting executions cost rows and nothing else
 * (H3).
 *
 * @param patience what is due within this time stays in memory
 * @param lookAgain how often to look at an execution that is paused or only waits for a person
 */
public record ParkingPolicy(Duration patience, Duration lookAgain) {

    private static final ParkingPlace ENDED = new ParkingPlace(null, null, true);

    /** @param moved whether this batch decided anything about it */
    public ParkingPlace place(LiveExecution live, boolean moved, Instant now) {
        ExecutionState state = live.state();
        if (state.status().isTerminal()) {
            return ENDED;
        }
        DueHeap.Due due = live.dues().first(state);
        if (state.inFlight() > 0) {
            return new ParkingPlace(ExecutionRow.IN_FLIGHT, due == null ? null : due.at(), false);
        }
        // A parent whose children end one after the other stays in memory, so that it is not loaded for each of them.
        if (state.children() > 0 && moved) {
            Instant idle = now.plus(patience);
            return due == null || idle.isBefore(due.at())
                    ? new ParkingPlace(due == null ? now.plus(lookAgain) : due.at(), idle, false)
                    : new ParkingPlace(due.at(), due.at(), false);
        }
        if (due == null) {
            return new ParkingPlace(now.plus(lookAgain), null, true);
        }
        boolean leaves = due.at().isAfter(now.plus(patience));
        return new ParkingPlace(due.at(), leaves ? null : due.at(), leaves);
    }
}
