package dev.reeve.simulation.world;

import java.util.Locale;

/** What goes wrong outside of the database, and what people and services do that is out of the ordinary. */
public enum Fault {
    NODE_CRASH,
    NODE_PAUSE,
    /** A second node opens the store while the first lives. */
    NODE_TAKEOVER,
    /** A node is closed in good order and opened again. */
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
    /** Goes on after complete-by and reports all the same. */
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
    /** Somebody wants an execution to begin later. */
    CLIENT_DELAYS,
    OPERATOR_ACTS,
    /** A person has an execution go on with another version of its workflow. */
    OPERATOR_MOVES,
    DEPLOY,
    /** Takes no message for a while. */
    RECEIVER_DOWN,
    /** Takes the message, and says so late. */
    RECEIVER_SLOW,
    /** Takes the message and never says so. */
    RECEIVER_SILENT,
    /** Takes the message and says that it did not. */
    RECEIVER_ERRS,
    /** Does not take this message this time. */
    RECEIVER_REFUSES,
    /** Says that it wants no more. */
    RECEIVER_GONE,
    /** A service fails for everybody for a while. */
    SERVICE_DOWN,
    /** A person pauses an action for a while. */
    SERVICE_PAUSED;

    /** Whether it befalls those who are told how executions go. */
    public boolean isOfReceivers() {
        return name().startsWith("RECEIVER_");
    }

    /** About a service as a whole, not about somebody who uses it. */
    public boolean isAboutServices() {
        return this == SERVICE_DOWN || this == SERVICE_PAUSED;
    }

    /** Whether it is drawn by itself, so that a world without it is what it was before there was such a thing. */
    public boolean isDrawnApart() {
        return isOfReceivers() || isAboutServices() || this == CLIENT_DELAYS || this == OPERATOR_MOVES;
    }

    /** How it is named in stories. */
    public String kind() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
