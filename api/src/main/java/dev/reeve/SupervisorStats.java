package dev.reeve;

import java.time.Duration;
import java.time.Instant;

/**
 * The supervisor's own health, as of its last turn.
 *
 * @param lag by how much that turn was later than planned
 * @param overdue by how much the earliest due entry was late; stays small unless the supervisor cannot keep up
 * @param deadlines number of registered deadlines, including outdated ones
 * @param stalls how often it found that this process had stood still
 * @param silenceJudgedFrom no agent counts as silent before this time, because of the last stall; the epoch if there
 *     was none
 */
public record SupervisorStats(Duration lag, Duration overdue, int deadlines, long stalls, Instant silenceJudgedFrom) {

    /** The state before the first turn. */
    public static final SupervisorStats NONE = new SupervisorStats(Duration.ZERO, Duration.ZERO, 0, 0, Instant.EPOCH);
}
