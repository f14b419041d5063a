package dev.reeve.example.orders;

import dev.reeve.core.ExecutionStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of an order, as the history of its execution tells it.
 *
 * @param status where the execution stands
 * @param reason why it was undone, as {@code CODE (step)}; null if it was not
 * @param endedAt null if it has not ended
 * @param tracking of the parcel, as the execution's output says; null if it has none
 * @param counts how much had to be done for it
 * @param acceptedAttempts by step: which attempt's outcome was accepted
 */
record Story(
        Order order,
        ExecutionStatus status,
        @Nullable String reason,
        Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable String tracking,
        Counts counts,
        Map<String, Integer> acceptedAttempts) {

    /**
     * How much had to be done for it.
     *
     * @param retries attempts beyond the first, to do or to undo a step
     * @param lost attempts whose engine or agent died
     * @param silent attempts that gave no answer in time
     * @param probes times that a service was asked what became of a request, and answered
     * @param compensations steps that were undone
     * @param escalations steps that needed a person
     */
    record Counts(int retries, int lost, int silent, int probes, int compensations, int escalations) {

        static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

        Counts plus(Counts other) {
            return new Counts(
                    retries + other.retries,
                    lost + other.lost,
                    silent + other.silent,
                    probes + other.probes,
                    compensations + other.compensations,
                    escalations + other.escalations);
        }
    }

    Story {
        acceptedAttempts = Map.copyOf(acceptedAttempts);
    }

    boolean isFulfilled() {
        return status == ExecutionStatus.COMPLETED;
    }

    boolean isUndone() {
        return status.isTerminal() && !isFulfilled();
    }

    /** From the moment at which it was accepted to its end; null if it has not ended. */
    @Nullable Duration duration() {
        return endedAt == null ? null : Duration.between(startedAt, endedAt);
    }
}
