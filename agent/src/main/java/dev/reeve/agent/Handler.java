package dev.reeve.agent;

import org.jspecify.annotations.Nullable;

/**
 * Performs one action. Called on a virtual thread, by several at once up to the agent's slots, so it must be thread-safe.
 *
 * <pre>{@code
 * Handler<Charge> handler = (charge, step) -> payments.charge(charge.card(), charge.amount(), step.idempotencyKey());
 * }</pre>
 *
 * <p>The same step may be handled more than once (a reply can be lost after the work was done): make the effect
 * idempotent with {@link StepContext#idempotencyKey()}.
 *
 * @param <I> what the step's input is bound to
 */
@FunctionalInterface
public interface Handler<I> {

    /**
     * Performs the action.
     *
     * @param input the step's input, already bound
     * @param step the attempt that this is
     * @return the step's output, written as JSON; null becomes JSON {@code null}; for a probe, a {@link Probe}
     * @throws StepFailure to say exactly what went wrong
     * @throws Exception any other counts as a fault that may pass, after which the effect may or may not have happened
     */
    @Nullable Object handle(I input, StepContext step) throws Exception;
}
