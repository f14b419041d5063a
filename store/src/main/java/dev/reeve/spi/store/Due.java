package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import java.time.Instant;

/**
 * An open execution and its wake time. Also a position in the list of {@link LaneStore#due}.
 *
 * @param wakeAt {@link ExecutionRow#wakeAt} of the execution; {@link ExecutionRow#IN_FLIGHT} comes before all others
 * @param id orders the executions with the same wake time, as {@link ExecutionId#compareTo} does
 */
public record Due(Instant wakeAt, ExecutionId id) {}
