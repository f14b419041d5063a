package dev.reeve;

/** How to handle a nominal time while the previous execution is open. */
public enum ConcurrencyPolicy {
    /** Skip it. */
    SKIP,
    /** Wait until the previous execution ends. After more than a minute of waiting, {@link Missed} applies. */
    QUEUE,
    /** Start it beside the previous execution. */
    ALLOW
}
