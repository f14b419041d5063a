package dev.reeve.engine.scheduler;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.Failure;

/**
 * A step that needs a person.
 *
 * @param action what it calls; the name of the step if that is not known
 */
public record Escalated(ExecutionId execution, String workflow, String step, String action, Failure failure) {}
