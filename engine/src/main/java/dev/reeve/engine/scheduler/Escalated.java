package dev.reeve.engine.scheduler;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.Failure;
import dev.reeve.core.Purpose;

/**
 * A step that needs a person.
 *
 * @param purpose what failed: the step, or its compensation
 * @param action the called action; the name of the step if it calls no action
 */
public record Escalated(
        ExecutionId execution, String workflow, String step, Purpose purpose, String action, Failure failure) {}
