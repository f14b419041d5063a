package dev.reeve.engine.scheduler;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.Failure;
import dev.reeve.core.Purpose;

/**
 * A step that needs a person.
 *
 * @param purpose what could not be done: the step, or undoing it
 * @param action what it calls for that; the name of the step if it calls nobody
 */
public record Escalated(
        ExecutionId execution, String workflow, String step, Purpose purpose, String action, Failure failure) {}
