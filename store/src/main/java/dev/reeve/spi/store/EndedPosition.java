package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import java.time.Instant;

/** A position in the list of ended executions, ordered by the time of the end and the id, the oldest end first. */
public record EndedPosition(Instant endedAt, ExecutionId id) {}
