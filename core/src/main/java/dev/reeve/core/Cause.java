package dev.reeve.core;

/** Why an attempt ended without a result. Kept apart because each has its own remedy and its own budget (R1). */
public enum Cause {
    /** Complete-by passed or heartbeats stopped: the outcome is unknown. */
    SILENT,
    /** The agent's process is gone: the outcome is unknown. */
    LOST,
    /** The agent reported a fault that may pass. */
    TRANSIENT,
    /** The service asked to come back later. */
    THROTTLED,
    /** The service said no: trying again is pointless. */
    BUSINESS,
    /** Agents were lost on this step again and again: the step may be what kills them. */
    POISON
}
