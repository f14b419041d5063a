package dev.reeve.engine.supervisor;

import java.time.Duration;
import java.time.Instant;

/**
 * How the supervisor itself is doing, as of its last turn.
 *
 * @param lag by how much that turn came later than planned
 * @param overdue by how much the earliest of what was due then was late; stays small unless the supervisor cannot keep up
 * @param deadlines for how many times it has to look at an execution, those that have been overtaken by events included
 * @param stalls how often it found that this process had stood still
 * @param silenceJudgedFrom no agent is taken for silent before this time, because of the last of these stalls (R42); the epoch
 *     if there was none
 */
public record SupervisorStats(Duration lag, Duration overdue, int deadlines, long stalls, Instant silenceJudgedFrom) {

    static final SupervisorStats NONE = new SupervisorStats(Duration.ZERO, Duration.ZERO, 0, 0, Instant.EPOCH);
}
