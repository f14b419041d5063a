package dev.reeve;

/** Why an attempt ended without a result. Each cause has its own remedy and its own retry budget. */
public enum Cause {
    /** Complete-by passed or heartbeats stopped. The outcome is unknown. */
    SILENT,
    /** The agent's process is gone. The outcome is unknown. */
    LOST,
    /** The agent reported a transient error. The step is retried. */
    TRANSIENT,
    /** The service asked the caller to retry later. */
    THROTTLED,
    /** The agent reported a business error: the service refused the request, and a retry is pointless. */
    BUSINESS,
    /** Several agents were lost on this step. The step itself may kill them. */
    POISON
}
