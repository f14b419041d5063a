package dev.reeve.model;

import java.time.Duration;
import java.util.List;

/**
 * What applies where a definition says nothing. Part of the format: a stored definition means for ever what it meant when
 * it was deployed, so these never change.
 *
 * @param forward for the step's own action
 * @param compensable whether the step may be compensated
 * @param then what happens when retrying is over
 * @param thens what may happen when retrying is over
 * @param onUnknowns what may happen when nobody can say whether the step was done; by default it is tried again
 */
record StepDefaults(
        OfCall forward,
        boolean compensable,
        OnExhausted.Then then,
        List<OnExhausted.Then> thens,
        List<OnUnknown> onUnknowns) {

    /** For one call of an agent. */
    record OfCall(Duration completeBy, Retry retry) {}

    static final OfCall COMPENSATE = new OfCall(Call.DEFAULT_COMPLETE_BY, Retry.PERSISTENT);

    /** A probe only asks, so it should be quick. */
    static final OfCall PROBE = new OfCall(Duration.ofSeconds(30), Retry.DEFAULT);

    /** Of {@code steps}. */
    static final StepDefaults STEP = new StepDefaults(
            new OfCall(Call.DEFAULT_COMPLETE_BY, Retry.DEFAULT),
            true,
            OnExhausted.Then.COMPENSATE,
            List.of(OnExhausted.Then.values()),
            List.of(OnUnknown.values()));

    /** Of {@code steps}, where a pivot may have been passed: nothing is undone because of them. */
    static final StepDefaults FORWARD_ONLY =
            new StepDefaults(STEP.forward(), true, OnExhausted.Then.ESCALATE, STEP.thens(), STEP.onUnknowns());

    /** Of {@code finally}: they must get through, and nothing can be undone any more. */
    static final StepDefaults FINALLY = new StepDefaults(
            new OfCall(Call.DEFAULT_COMPLETE_BY, Retry.PERSISTENT),
            false,
            OnExhausted.Then.ESCALATE,
            List.of(OnExhausted.Then.ESCALATE, OnExhausted.Then.CONTINUE),
            List.of(OnUnknown.RETRY, OnUnknown.ESCALATE));
}
