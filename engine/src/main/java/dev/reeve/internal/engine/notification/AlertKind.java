package dev.reeve.internal.engine.notification;

/** The kinds of alerts. */
public enum AlertKind {
    /** An execution needs a person. */
    EXECUTION_ESCALATED,
    /** An action fails for all its callers, and is not called for a while. */
    SERVICE_FAILING,
    /** Steps wait for an action that no agent has offered for a while. */
    ACTION_UNOFFERED,
    /** An attempt takes longer than expected, and its step has {@code onSlow: alert}. */
    ATTEMPT_SLOW,
    /** An agent went offline while it held attempts. They count as lost, and are made again. */
    AGENT_OFFLINE,
    /**
     * A decision about an execution took longer than five seconds, or failed because of a bug. The execution is left
     * alone until the engine is opened again. An execution that cannot be read also counts as quarantined, but raises
     * no alert.
     */
    EXECUTION_QUARANTINED,
    /** The auditor found a violated rule. */
    AUDIT_INCIDENT,
    /** The store does not answer requests or cannot be used, or the engine has stopped for another reason. */
    STORE_UNAVAILABLE,
    /** The registration of the engine is gone, as if it had not been renewed in time. It registers again by itself. */
    ENGINE_REMOVED,
    /** The store has lost work that it had acknowledged, as in a failover to a standby that lagged behind. */
    WORK_LOST,
    /** The store's clock has jumped. For a while nothing is judged by it. */
    CLOCK_JUMPED,
    /** A message about an execution was given up. */
    MESSAGE_UNDELIVERABLE
}
