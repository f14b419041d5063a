package dev.reeve.engine.scheduler;

import dev.reeve.core.ExecutionId;
import java.time.Instant;
import java.util.List;

/** Told, after each commit, when executions in memory must be looked at. Implemented by the supervisor; must not block. */
public interface Deadlines {

    /** An execution and when to look at it at the latest. */
    record Deadline(ExecutionId execution, Instant at) {}

    void register(List<Deadline> deadlines);
}
