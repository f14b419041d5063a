package dev.reeve.simulation.modelcheck;

import dev.reeve.internal.core.Command;
import java.time.Instant;

/** A possible next transition. */
sealed interface ModelEvent {

    /** The kind, for messages and for the limits of a model. */
    Kind kind();

    /** The kinds of transitions. */
    enum Kind {
        /** A ready step is handed to an agent. */
        START,
        COMPLETE,
        /** A transient failure that leaves open whether the work was done. */
        TRANSIENT,
        /** A transient failure with the certainty that the work was not done. */
        TRANSIENT_NOT_DONE,
        BUSINESS,
        BUSINESS_NOT_DONE,
        THROTTLED,
        THROTTLED_FOR,
        /** The agent's process is gone. */
        LOST,
        /** No heartbeats. */
        SILENT,
        CHECKPOINT,
        PROBE_RUNNING,
        PROBE_NOT_DONE,
        PROBE_UNKNOWN,
        PROBE_NONSENSE,
        /** A report of an ended attempt: late, or repeated. */
        STALE,
        /** A report with a forged nonce. */
        FORGED,
        /** The execution is woken, whether or not anything is due. */
        WAKE,
        /** The clock reaches the next timer or a later one. */
        TIME,
        /** A signal arrives that a step awaits, will await, or no longer awaits. */
        SIGNAL,
        /** A signal arrives again. */
        SIGNAL_AGAIN,
        CANCEL,
        COMPENSATE,
        PAUSE,
        RESUME,
        /** A person requests a probe of a step. */
        PROBE_NOW,
        /** A person changes the input of an escalated step. */
        EDIT,
        RETRY,
        RESOLVE,
        SKIP;

        /** Whether it happens without a person who changes the outcome, so that liveness may rely on it. */
        boolean isNatural() {
            return switch (this) {
                case START, COMPLETE, PROBE_NOT_DONE, WAKE, TIME -> true;
                default -> false;
            };
        }
    }

    /** A command to the execution. */
    record Asked(Kind kind, String what, Command command) implements ModelEvent {
        @Override
        public String toString() {
            return what;
        }
    }

    /** Time passes. */
    record TimePasses(Instant until) implements ModelEvent {
        @Override
        public Kind kind() {
            return Kind.TIME;
        }

        @Override
        public String toString() {
            return "the clock reaches " + until;
        }
    }
}
