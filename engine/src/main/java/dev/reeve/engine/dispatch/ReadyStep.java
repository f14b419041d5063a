package dev.reeve.engine.dispatch;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.StepPath;

/**
 * A step that waits for a free slot.
 *
 * @param retry whether it is tried again because its service failed
 */
public record ReadyStep(ExecutionId execution, StepPath step, String action, int priority, boolean retry) {}
