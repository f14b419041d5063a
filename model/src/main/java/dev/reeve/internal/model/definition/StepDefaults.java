package dev.reeve.internal.model.definition;

import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Retry;
import java.time.Duration;
import java.util.List;

/**
 * The default values of definitions. They are part of the format: a stored definition keeps the meaning it had when it
 * was deployed, so these never change.
 *
 * @param forward for the step's own action
 * @param compensable whether the step may be compensated
 * @param then what happens when retries are exhausted
 * @param thens the allowed values of {@code then}
 * @param onUnknowns the allowed values of {@code onUnknown:}; the default is to retry
 */
public record StepDefaults(
        OfCall forward,
        boolean compensable,
        OnExhausted.Then then,
        List<OnExhausted.Then> thens,
        List<OnUnknown> onUnknowns) {

    /** Defaults of one call of an agent. */
    public record OfCall(Duration completeBy, Retry retry) {}

    public static final OfCall COMPENSATE = new OfCall(ActionCall.DEFAULT_COMPLETE_BY, Retry.PERSISTENT);

    /** A probe only asks, so it should be quick. */
    public static final OfCall PROBE = new OfCall(Duration.ofSeconds(30), Retry.DEFAULT);

    /** Defaults of {@code steps}. */
    public static final StepDefaults STEP = new StepDefaults(
            new OfCall(ActionCall.DEFAULT_COMPLETE_BY, Retry.DEFAULT),
            true,
            OnExhausted.Then.COMPENSATE,
            List.of(OnExhausted.Then.values()),
            List.of(OnUnknown.values()));

    /** Defaults of {@code steps} that may run after a pivot: they cannot ask for undoing. */
    public static final StepDefaults FORWARD_ONLY =
            new StepDefaults(STEP.forward(), true, OnExhausted.Then.ESCALATE, STEP.thens(), STEP.onUnknowns());

    /** Defaults of {@code finally}: its steps must succeed, and nothing can be undone any more. */
    public static final StepDefaults FINALLY = new StepDefaults(
            new OfCall(ActionCall.DEFAULT_COMPLETE_BY, Retry.PERSISTENT),
            false,
            OnExhausted.Then.ESCALATE,
            List.of(OnExhausted.Then.ESCALATE, OnExhausted.Then.CONTINUE),
            List.of(OnUnknown.RETRY, OnUnknown.ESCALATE));
}
