package dev.reeve.testkit;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.Purpose;
import dev.reeve.core.StepPath;
import dev.reeve.model.Json;
import java.time.Instant;

/**
 * A handler or a script that was called.
 *
 * @param at in virtual time
 * @param attempt from 1
 * @param idempotencyKey what the handler was given to make its effect happen once
 */
public record ActionCall(
        Instant at,
        String action,
        ExecutionId execution,
        StepPath step,
        Purpose purpose,
        int attempt,
        String idempotencyKey,
        Json input) {}
