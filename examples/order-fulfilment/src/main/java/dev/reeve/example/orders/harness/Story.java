package dev.reeve.example.orders.harness;

import dev.reeve.ExecutionStatus;
import dev.reeve.example.orders.Order;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an order, read from the history of its execution.
 *
 * @param status of the execution
 * @param reason why it was undone, as {@code CODE (step)}; null if it was not
 * @param endedAt null if it has not ended
 * @param tracking of the parcel, from the execution's output; null if it has none
 * @param counts how much work the order needed
 * @param acceptedAttempts for each step: the attempt whose outcome was accepted
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
     * How much work an order needed.
     *
     * @param retries attempts beyond the first, to do or to undo a step
     * @param lost attempts whose engine or agent died
     * @param silent attempts that gave no answer in time
     * @param probes answered probes
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

    /** Time from its acceptance to its end; null if it has not ended. */
    @Nullable Duration duration() {
        return endedAt == null ? null : Duration.between(startedAt, endedAt);
    }
}
