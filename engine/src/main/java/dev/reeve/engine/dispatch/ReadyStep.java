package dev.reeve.engine.dispatch;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.StepPath;

/** A step that waits for a free slot. */
public record ReadyStep(ExecutionId execution, StepPath step, String action, int priority) {}
