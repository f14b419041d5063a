package dev.reeve.test;

/** A fault of one attempt, between the engine and the service. */
enum Mishap {
    NONE,
    REQUEST_LOST,
    PROCESS_DIES_BEFORE,
    PROCESS_DIES_AFTER,
    AGENT_DIES_BEFORE,
    AGENT_DIES_AFTER,
    /** The attempt fails with an exception that leaves open whether the effect happened. It did not happen. */
    UNAVAILABLE,
    /** As {@link #UNAVAILABLE}, but the effect happened. */
    BREAKS_AFTER,
    REFUSED,
    HANGS,
    /** The action is performed, and no report is sent. */
    SILENT,
    REPORT_LATE,
    REPORT_TWICE
}
