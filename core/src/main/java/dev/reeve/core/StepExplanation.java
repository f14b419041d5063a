package dev.reeve.core;

import org.jspecify.annotations.Nullable;

/**
 * What one open step waits for, and what happens next.
 *
 * @param purpose what is being tried: to do the step, to ask about it, or to undo it
 * @param action that is called for this purpose; null for a step that only waits
 * @param situation what it waits for
 * @param budget which attempt is open or comes next; null if none does by itself
 * @param failure how the last attempt ended; null if none has failed
 * @param policy what is done about failures for this purpose, in words; empty for a step that only waits
 * @param next what is decided if what it waits for does not come: the report by complete-by, or, after a wait, when the time
 *     has come. Null while it is queued, or in front of a person, and while a person holds the execution: nothing happens by itself
 *     then
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

    /** The same step, of whose situation somebody knows more. */
    public StepExplanation in(Situation other) {
        return new StepExplanation(step, status, purpose, action, other, budget, failure, policy, next);
    }

    /** For people: a few lines, without one at the end. */
    @Override
    public String toString() {
        return Telling.tell(this);
    }
}
