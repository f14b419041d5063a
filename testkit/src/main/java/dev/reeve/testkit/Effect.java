package dev.reeve.testkit;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.StepPath;

/**
 * What a step did to the world outside.
 *
 * @param times how often it happened under the same idempotency key; more than once only for a script that
 *     {@linkplain Script#ignoresIdempotencyKey() ignores} it
 * @param isUndone whether its compensation was performed after it
 */
public record Effect(
        String action, ExecutionId execution, StepPath step, String idempotencyKey, int times, boolean isUndone) {}
