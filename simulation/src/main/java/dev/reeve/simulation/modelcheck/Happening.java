package dev.reeve.simulation.modelcheck;

import dev.reeve.core.Command;
import java.time.Instant;

/** What can happen next. */
sealed interface Happening {

    /** For people, and of what kind it is for the limits of a model. */
    Kind kind();

    /** What kinds there are. */
    enum Kind {
        /** A ready step is handed to an agent. */
        START,
        COMPLETE,
        /** A failure that may pass, by which the work may have been done. */
        TRANSIENT,
        /** A failure that may pass, by which the work was certainly not done. */
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
        /** A report of an attempt that is over: late, or repeated. */
        STALE,
        /** A report with a nonce that somebody made up. */
        FORGED,
        /** Something is looked at, whether or not it is due. */
        WAKE,
        /** The clock reaches the next or a later time that somebody waits for. */
        TIME,
        /** A signal comes that a step waits for, or will wait for, or waits for no more. */
        SIGNAL,
        /** A signal comes that had come before. */
        SIGNAL_AGAIN,
        CANCEL,
        COMPENSATE,
        PAUSE,
        RESUME,
        /** A person has a step asked about. */
        PROBE_NOW,
        /** A person gives an escalated step another input. */
        EDIT,
        RETRY,
        RESOLVE,
        SKIP;

        /** Whether it happens without anybody's wishing the execution another end, so that it can be hoped for. */
        boolean isNatural() {
            return switch (this) {
                case START, COMPLETE, PROBE_NOT_DONE, WAKE, TIME -> true;
                default -> false;
            };
        }
    }

    /** Something is asked of the execution. */
    record Asked(Kind kind, String what, Command command) implements Happening {
        @Override
        public String toString() {
            return what;
        }
    }

    /** Time passes. */
    record TimePasses(Instant until) implements Happening {
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
