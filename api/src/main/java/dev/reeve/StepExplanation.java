package dev.reeve;

import org.jspecify.annotations.Nullable;

/**
 * What one open step waits for, and what happens next.
 *
 * @param purpose the purpose of the current attempts: to do the step, to probe it, or to undo it
 * @param action the action that is called for this purpose; null for a step that only waits
 * @param situation what it waits for
 * @param budget the retry budget of the open or next attempt; null if no attempt is open or follows by itself
 * @param failure how the last attempt ended; null if none has failed
 * @param policy how failures for this purpose are handled, in words; empty for a step that only waits
 * @param next the next decision, if no report arrives by complete-by, or when the wait ends. Null if nothing follows
 *     by itself: the step is queued without {@code startBy}, is escalated, waits for a child or for a signal without a
 *     timeout, or the execution is paused and no attempt is open
 */
public record StepExplanation(
        StepPath step,
        StepStatus status,
        Purpose purpose,
        @Nullable String action,
        Situation situation,
        @Nullable Budget budget,
        @Nullable Failure failure,
        String policy,
        @Nullable Forecast next) {

    /** A copy with another situation, for an engine that knows more. */
    public StepExplanation in(Situation other) {
        return new StepExplanation(step, status, purpose, action, other, budget, failure, policy, next);
    }

    /** Text for people: a few lines, without a line break at the end. */
    @Override
    public String toString() {
        return ExplanationText.tell(this);
    }
}
