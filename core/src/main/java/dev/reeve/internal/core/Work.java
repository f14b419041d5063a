package dev.reeve.internal.core;

import dev.reeve.AttemptToken;
import dev.reeve.CallLimit;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The work of a step that is READY or RUNNING, as an agent gets it.
 *
 * @param step the step
 * @param purpose the purpose of the call
 * @param action the action to call
 * @param input the input of the call
 * @param idempotencyKey the key, the same for all attempts of one round with the same input for the same purpose; a
 *     probe has the key of the forward attempts that it asks about
 * @param priority the priority, the execution's plus the step's; higher is handed out first
 * @param duration how long one attempt may take
 * @param heartbeat the maximum time between two signs of life before the attempt is given up; null for no heartbeats
 * @param expected how long the step usually takes, as its definition says; null if the definition does not say it, and
 *     for every other purpose
 * @param checkpoint the checkpoint of an earlier attempt for the same purpose; null if there is none
 * @param evidence for a probe, the output in a late report; null if there is none, and for every other purpose
 * @param limit the limit on the calls; null for no limit
 * @param token the token of the open attempt; null while the step is READY
 * @param completeBy when the open attempt no longer counts; null while the step is READY
 */
public record Work(
        StepPath step,
        Purpose purpose,
        String action,
        Json input,
        String idempotencyKey,
        int priority,
        Duration duration,
        @Nullable Duration heartbeat,
        @Nullable Duration expected,
        @Nullable Json checkpoint,
        @Nullable Json evidence,
        @Nullable CallLimit limit,
        @Nullable AttemptToken token,
        @Nullable Instant completeBy) {}
