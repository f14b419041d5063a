package dev.reeve.internal.engine.scheduler.message;

import dev.reeve.ExecutionId;

/**
 * The result of a start.
 *
 * @param existing whether the same start had been made before
 */
public record Started(ExecutionId id, boolean existing) {}
