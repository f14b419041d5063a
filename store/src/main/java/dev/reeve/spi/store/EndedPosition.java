package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import java.time.Instant;

/**
 * A position in the list of ended executions, ordered by the time of the end and the id, the oldest end first.
 *
 * @param endedAt {@link ExecutionRow#endedAt} of the row before this position, which may have been removed meanwhile
 * @param id of that row; orders the executions that ended in the same microsecond, as {@link ExecutionId#compareTo}
 *     does
 */
public record EndedPosition(Instant endedAt, ExecutionId id) {}
