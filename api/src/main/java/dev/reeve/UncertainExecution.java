package dev.reeve;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An open execution of a restored store, which may have had effects that the store does not know: its steps below, and
 * those that follow them, may have been called, done or undone after the store's last record of it.
 *
 * @param execution the execution, as the store knows it
 * @param knownUntil the time of the last event in the store
 * @param steps the steps that could go on from there; empty if only the execution itself was due, to begin after its
 *     delay or to end at its complete-by
 * @see ReeveReader#uncertain
 */
public record UncertainExecution(ExecutionSummary execution, Instant knownUntil, List<UncertainStep> steps) {

    /**
     * A step that may have gone on.
     *
     * @param step the step
     * @param status its status, as the store knows it
     * @param purpose the purpose of its next or present call
     * @param idempotencyKey the key of that call, the same before and after the restore, by which the service can tell
     *     whether it was called; null if the step calls no action
     */
    public record UncertainStep(
            StepPath step,
            StepStatus status,
            Purpose purpose,
            @Nullable String idempotencyKey) {

        @Override
        public String toString() {
            String key = idempotencyKey == null ? "" : ", idempotency key " + idempotencyKey;
            return "%s %s (%s%s)".formatted(step, status, purpose, key);
        }
    }

    public UncertainExecution {
        steps = List.copyOf(steps);
    }
}
