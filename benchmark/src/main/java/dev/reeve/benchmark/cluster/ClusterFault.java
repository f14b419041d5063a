package dev.reeve.benchmark.cluster;

/** A fault of a cluster under load. */
public enum ClusterFault {
    /** SIGKILL, and a new process with the same name. */
    KILL,
    /** SIGKILL, and a new process with another name. */
    RENAME,
    /** SIGSTOP for longer than the time to live, then SIGCONT. */
    STOP,
    /** SIGTERM, and a new process with the same name once the old one has ended. */
    DRAIN,
    /** The connections of a node to the database break, and new ones are refused for a second. */
    CUT,
    /** The connections of a node transfer nothing, for longer than the time to live. */
    SILENCE,
    /** The database crashes, recovers and goes on; the primary, if there are two servers. */
    DATABASE,
    /** The primary is killed, and its synchronous standby takes its place. Then a new standby joins. */
    FAILOVER,
    /** SIGKILL of a process that only has agents, and a new one with the same name. */
    AGENT;

    /**
     * Whether a node loses its shards without a warning, and with them the attempts that were under way at its agents.
     * All other faults leave the agents alive and known, so no attempt is repeated.
     */
    boolean isAbrupt() {
        return switch (this) {
            case KILL, RENAME, STOP, SILENCE, AGENT -> true;
            case DRAIN, CUT, DATABASE, FAILOVER -> false;
        };
    }

    /** Whether transactions of the agents break: at the place of the fault, or at all of them. */
    boolean breaksTransactionsAt(int place, int struck) {
        return switch (this) {
            case DATABASE, FAILOVER -> true;
            case CUT -> place == struck;
            case KILL, RENAME, STOP, SILENCE, DRAIN, AGENT -> false;
        };
    }

    /** Whether the node registers again because of the fault. */
    boolean changesIdentity() {
        return isAbrupt() || this == DRAIN;
    }
}
