package dev.reeve.core;

import dev.reeve.model.Json;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an agent has to be told about a step that is READY or RUNNING.
 *
 * @param step which one
 * @param purpose why it is called
 * @param action what to do
 * @param input what with
 * @param idempotencyKey the same for all attempts with the same input, whatever the purpose but undoing; a probe has the key of
 *     what it asks about
 * @param priority higher is handed out first: the execution's plus the step's
 * @param duration how long one attempt may take
 * @param heartbeat an attempt without a sign of life for this long is given up; null for no heartbeats
 * @param expected how long doing the step usually takes, as its definition says; null if that is learnt, and for every other purpose
 * @param checkpoint what an earlier attempt for the same purpose had recorded; null if there is none
 * @param evidence for a probe, what a late report says was done; null if there was none, and for every other purpose
 * @param limit how many calls may be made; null for any number
 * @param token of the open attempt; null while the step is READY
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
