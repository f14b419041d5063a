package dev.reeve.engine.scheduler;

import dev.reeve.core.ExecutionId;

/**
 * The result of a start.
 *
 * @param existing whether the same start had been made before
 */
public record Started(ExecutionId id, boolean existing) {}
