package dev.reeve.engine.store;

import dev.reeve.core.ExecutionId;
import java.time.Instant;

/** A place among the executions that have ended, by the time of the end and the id, the oldest end first. */
public record EndedPosition(Instant endedAt, ExecutionId id) {}
