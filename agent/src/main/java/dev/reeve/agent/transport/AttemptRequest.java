package dev.reeve.agent.transport;

import dev.reeve.core.AttemptToken;
import dev.reeve.model.Json;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to be made (A2).
 *
 * @param token goes back with every report
 * @param idempotencyKey the same for all attempts with the same input; see {@code StepContext}
 * @param workflow of the execution, for logs
 * @param action what to do
 * @param remaining how long the attempt counts, from the moment at which the exchange that this answers was sent; so the
 *     agent, measuring on its own monotonic clock, can only stop early
 * @param heartbeat how often the agent must show that it still works, at the least; null if it need not
 * @param checkpoint what an earlier attempt had attached to its last beat; null if there is none
 * @param evidence for a probe, the output in the newest report of the step that came too late to count; null if there is none,
 *     and for every other purpose
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
        @Nullable Json evidence) {

    /** Of a step whose input nobody has edited. */
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
