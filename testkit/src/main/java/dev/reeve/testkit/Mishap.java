package dev.reeve.testkit;

/** What befalls one attempt between the engine and the service. */
enum Mishap {
    NONE,
    REQUEST_LOST,
    PROCESS_DIES_BEFORE,
    PROCESS_DIES_AFTER,
    AGENT_DIES_BEFORE,
    AGENT_DIES_AFTER,
    /** An exception of which nobody can say whether the effect happened; it did not. */
    UNAVAILABLE,
    /** The same, and it did. */
    BREAKS_AFTER,
    REFUSED,
    HANGS,
    /** Done, and nothing is heard of it. */
    SILENT,
    REPORT_LATE,
    REPORT_TWICE
}
