package dev.reeve.internal.engine.scheduler.batch;

import dev.reeve.ExecutionId;
import java.time.Instant;
import java.util.List;

/**
 * Receives, after each commit, the times at which executions in memory must be looked at. Implemented by the
 * supervisor. Must not block.
 */
public interface DeadlineListener {

    /** An execution and the latest time to look at it. */
    record Deadline(ExecutionId execution, Instant at) {}

    void register(List<Deadline> deadlines);
}
