package dev.reeve.internal.engine.scheduler.message;

import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Purpose;

/**
 * A step that needs a person.
 *
 * @param purpose what failed: the step, or its compensation
 * @param action the called action; the name of the step if it calls no action
 */
public record Escalated(
        ExecutionId execution, String workflow, String step, Purpose purpose, String action, Failure failure) {}
