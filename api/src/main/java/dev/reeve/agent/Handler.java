package dev.reeve.agent;

import org.jspecify.annotations.Nullable;

/**
 * Performs one action. The agent calls it on virtual threads, concurrently up to its slots, so it must be thread-safe.
 *
 * <pre>{@code
 * Handler<Charge, Receipt> handler =
 *         (charge, step) -> payments.charge(charge.card(), charge.amount(), step.idempotencyKey());
 * }</pre>
 *
 * <p>The same step may be handled more than once, because a reply can be lost after the work was done. Use
 * {@link StepContext#idempotencyKey()} to make the effect idempotent.
 *
 * @param <I> the type that the step's input is bound to
 * @param <O> the type of the result, which is written as JSON: a record, a {@code Map}, …
 */
@FunctionalInterface
public interface Handler<I, O> {

    /**
     * Performs the action.
     *
     * @param input the step's input, already bound
     * @param step the current attempt
     * @return the step's output, written as JSON; null becomes JSON {@code null}; for a probe, a {@link Probe}
     * @throws StepFailure to state exactly what went wrong
     * @throws Exception any other exception counts as a transient failure after which the effect may have happened
     */
    @Nullable O handle(I input, StepContext step) throws Exception;
}
