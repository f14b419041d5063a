package dev.reeve.spi.transport;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The node's request to make one attempt.
 *
 * @param token sent back with every report
 * @param idempotencyKey the same for all attempts with the same input; see {@code StepContext}
 * @param workflow the execution's workflow, for logs
 * @param action the action to perform
 * @param input the input of the attempt
 * @param remaining the time until complete-by, counted from when the agent sent the exchange that this request answers;
 *     the agent measures it on its own monotonic clock, so it can only stop early
 * @param heartbeat maximum time between two heartbeats; null if the step needs none
 * @param checkpoint what an earlier attempt attached to its last heartbeat; null if there is none
 * @param evidence for a probe, the output in the step's newest late report; null if there is none, and for every other
 *     purpose
 * @param traceparent the span of the attempt, as W3C Trace Context writes it; null for no trace
 */
public record AttemptRequest(
        AttemptToken token,
        String idempotencyKey,
        String workflow,
        String action,
        Json input,
        Duration remaining,
        @Nullable Duration heartbeat,
        @Nullable Json checkpoint,
        @Nullable Json evidence,
        @Nullable String traceparent) {

    /** A request without a trace. */
    public AttemptRequest(
            AttemptToken token,
            String idempotencyKey,
            String workflow,
            String action,
            Json input,
            Duration remaining,
            @Nullable Duration heartbeat,
            @Nullable Json checkpoint,
            @Nullable Json evidence) {
        this(token, idempotencyKey, workflow, action, input, remaining, heartbeat, checkpoint, evidence, null);
    }

    /** A request for a step whose input was not edited. */
    public AttemptRequest(
            AttemptToken token,
            String workflow,
            String action,
            Json input,
            Duration remaining,
            @Nullable Duration heartbeat,
            @Nullable Json checkpoint,
            @Nullable Json evidence) {
        this(token, token.idempotencyKey(), workflow, action, input, remaining, heartbeat, checkpoint, evidence);
    }
}
