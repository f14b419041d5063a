package dev.reeve;

import dev.reeve.internal.values.Times;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The effect of a failed attempt or an ended wait on a step. */
public sealed interface Consequence {

    /**
     * The step is retried.
     *
     * @param at when the step is queued for an agent
     * @param reason why it is queued later; null if it is queued at once
     * @param budget the retry budget of the next attempt
     */
    record Retry(Instant at, @Nullable WaitReason reason, Budget budget) implements Consequence {
        @Override
        public String toString() {
            return "%s %s"
                    .formatted(budget, reason == null ? "at once" : "at " + Times.shown(at) + " (" + reason + ")");
        }
    }

    /**
     * A probe asks the service for the outcome of the request.
     *
     * @param action the probe's action
     */
    record Probe(String action) implements Consequence {
        @Override
        public String toString() {
            return "the service is asked for the outcome (probe %s)".formatted(action);
        }
    }

    /**
     * The step pauses, then another round of attempts begins.
     *
     * @param until when the round begins
     * @param round the number of that round, from 1
     * @param rounds the number of rounds
     */
    record Pause(Instant until, int round, int rounds) implements Consequence {
        @Override
        public String toString() {
            return "a pause until %s, then round %d of %d".formatted(Times.shown(until), round, rounds);
        }
    }

    /**
     * The step fails, and the execution is compensated.
     *
     * @param failure the failure of the step
     */
    record Compensate(Failure failure) implements Consequence {
        @Override
        public String toString() {
            return "the step is given up (%s), and the execution is undone".formatted(failure.code());
        }
    }

    /**
     * The step is escalated.
     *
     * @param failure the failure of the step
     */
    record Escalate(Failure failure) implements Consequence {
        @Override
        public String toString() {
            return "the step is put in front of a person (%s)".formatted(failure.code());
        }
    }

    /**
     * The step fails, and the execution continues with the steps after it.
     *
     * @param failure the failure of the step
     */
    record Continue(Failure failure) implements Consequence {
        @Override
        public String toString() {
            return "the step is given up (%s), and the execution continues without it".formatted(failure.code());
        }
    }

    /** The step is closed without a retry, because the execution is being compensated. */
    record Close() implements Consequence {
        @Override
        public String toString() {
            return "the step is closed, because the execution is being undone";
        }
    }

    /** The step completes, because it only had to wait. */
    record Complete() implements Consequence {
        @Override
        public String toString() {
            return "the step is done";
        }
    }
}
