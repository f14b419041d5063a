package dev.reeve;

/** Why an attempt ended without a result. Each cause has its own remedy and its own retry budget. */
public enum Cause {
    /** Complete-by passed or heartbeats stopped. The outcome is unknown. */
    SILENT,
    /** The agent's process is gone. The outcome is unknown. */
    LOST,
    /** The agent reported a transient failure. */
    TRANSIENT,
    /** The service asked the caller to retry later. */
    THROTTLED,
    /** The service refused the request. A retry is pointless. */
    BUSINESS,
    /** Several agents were lost on this step. The step itself may be what kills them. */
    POISON
}
