package dev.reeve.test;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import java.time.Instant;

/**
 * One call of a handler or a script.
 *
 * @param at in virtual time
 * @param action as workflows name it
 * @param execution the execution that it is for
 * @param step the step that it is for
 * @param purpose to do the step, to probe it, or to undo it
 * @param attempt from 1
 * @param idempotencyKey the key that the handler received
 * @param input the input that the handler received
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
