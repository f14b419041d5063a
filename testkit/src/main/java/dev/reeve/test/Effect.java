package dev.reeve.test;

import dev.reeve.ExecutionId;
import dev.reeve.StepPath;

/**
 * An effect of a step on the world outside.
 *
 * @param action as workflows name it
 * @param execution the execution that caused it
 * @param step the step that caused it
 * @param idempotencyKey the key of the calls
 * @param times how often the effect happened under the same idempotency key. It is above 1 only for a script that
 *     {@linkplain Script#ignoresIdempotencyKey() ignores} the key
 * @param isUndone whether its compensation was performed afterwards
 */
public record Effect(
        String action, ExecutionId execution, StepPath step, String idempotencyKey, int times, boolean isUndone) {}
