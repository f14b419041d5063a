package dev.reeve.core;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What becomes of a step when an attempt has failed, or when the time has come for which it waited. */
public sealed interface Consequence {

    /**
     * Another attempt.
     *
     * @param at when the step is queued for an agent
     * @param reason why not at once; null if it is at once
     * @param budget which attempt it is
     */
    record Retry(Instant at, @Nullable WaitReason reason, Budget budget) implements Consequence {
        @Override
        public String toString() {
            return "%s %s"
                    .formatted(budget, reason == null ? "at once" : "at " + Telling.time(at) + " (" + reason + ")");
        }
    }

    /** The service is asked what became of the request, by this action. */
    record Probe(String action) implements Consequence {
        @Override
        public String toString() {
            return "the service is asked what became of it (probe %s)".formatted(action);
        }
    }

    /**
     * The step is left alone until then, and another round of attempts begins.
     *
     * @param round that begins then, from 1
     * @param rounds how many there are
     */
    record Pause(Instant until, int round, int rounds) implements Consequence {
        @Override
        public String toString() {
            return "a pause until %s, then round %d of %d".formatted(Telling.time(until), round, rounds);
        }
    }

    /** The step is given up, and the execution is undone. */
    record Compensate(Failure failure) implements Consequence {
        @Override
        public String toString() {
            return "the step is given up (%s), and the execution is undone".formatted(failure.code());
        }
    }

    /** The step is put in front of a person. */
    record Escalate(Failure failure) implements Consequence {
        @Override
        public String toString() {
            return "the step is put in front of a person (%s)".formatted(failure.code());
        }
    }

    /** The step is given up, and the execution goes on as if it had been settled. */
    record Continue(Failure failure) implements Consequence {
        @Override
        public String toString() {
            return "the step is given up (%s), and the execution goes on without it".formatted(failure.code());
        }
    }

    /** The execution is being undone, so nothing is tried again: the step is closed. */
    record Close() implements Consequence {
        @Override
        public String toString() {
            return "the step is closed, because the execution is being undone";
        }
    }

    /** The step is done: the wait was all that there was to it. */
    record Complete() implements Consequence {
        @Override
        public String toString() {
            return "the step is done";
        }
    }
}
