package dev.reeve.simulation.world;

import java.util.Locale;

/** Faults outside of the database, and unusual behavior of people and services. */
public enum WorldFault {
    NODE_CRASH,
    NODE_PAUSE,
    /** A second node opens the store while the first lives. Or one more node joins a cluster. */
    NODE_TAKEOVER,
    /** A node is closed properly and opened again. */
    NODE_CLOSE,
    NET_LOSS,
    NET_DUPLICATE,
    NET_DELAY,
    /** One direction between an agent and the nodes carries nothing for a while. */
    NET_CUT,
    AGENT_CRASH,
    AGENT_PAUSE,
    HANDLER_SLOW,
    HANDLER_SILENT,
    HANDLER_DIES_BEFORE,
    HANDLER_DIES_AFTER,
    /** The handler continues after complete-by and reports all the same. */
    HANDLER_LATE,
    REPORT_TWICE,
    REPORT_FORGED,
    OUTPUT_OVERSIZE,
    OUTPUT_GARBAGE,
    FAILS_TRANSIENT,
    FAILS_PERMANENT,
    FAILS_THROTTLED,
    BEATS_STOP,
    PROBE_UNKNOWN,
    PROBE_RUNNING,
    CLIENT_REPEATS,
    CLIENT_CONFLICTS,
    CLIENT_CANCELS,
    /** A client requests a delayed start. */
    CLIENT_DELAYS,
    OPERATOR_ACTS,
    /** An operator moves an execution to another version of its workflow. */
    OPERATOR_MOVES,
    DEPLOY,
    /** The receiver accepts no message for a while. */
    RECEIVER_DOWN,
    /** The receiver accepts the message and confirms it late. */
    RECEIVER_SLOW,
    /** The receiver accepts the message and never confirms it. */
    RECEIVER_SILENT,
    /** The receiver accepts the message and reports an error. */
    RECEIVER_ERRS,
    /** The receiver refuses this delivery of the message. */
    RECEIVER_REFUSES,
    /** The receiver declares that it wants no more messages. */
    RECEIVER_GONE,
    /** Shards move from one lane of a node to another. */
    SHARDS_MOVE,
    /** A node of a cluster cannot reach the store for a while. */
    NODE_CUT,
    /** A node is started whose predecessor of the same name still lives. */
    NODE_TWIN,
    /** A service fails for all callers for a while. */
    SERVICE_DOWN,
    /** An operator pauses an action for a while. */
    SERVICE_PAUSED;

    /** Whether it is a fault of a message receiver. */
    public boolean isOfReceivers() {
        return name().startsWith("RECEIVER_");
    }

    /** Whether it concerns a service as a whole, not a single caller. */
    public boolean isAboutServices() {
        return this == SERVICE_DOWN || this == SERVICE_PAUSED;
    }

    /** Whether it is drawn separately, so that worlds without it are the same as before it was added. */
    public boolean isDrawnApart() {
        return isOfReceivers()
                || isAboutServices()
                || this == NODE_CUT
                || this == NODE_TWIN
                || this == CLIENT_DELAYS
                || this == OPERATOR_MOVES
                || this == SHARDS_MOVE;
    }

    /** Its name in stories. */
    public String kind() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
