package dev.reeve.engine.notification;

/** What people are alerted of. */
public enum AlertKind {
    /** An execution needs a person. */
    EXECUTION_ESCALATED,
    /** An action fails for everybody, and is left alone for a while. */
    SERVICE_FAILING,
    /** Steps wait for an action that no agent has offered for a while. */
    ACTION_UNOFFERED,
    /** An agent went offline in the middle of work; its attempts count as lost, and are made again. */
    AGENT_OFFLINE,
    /**
     * Deciding about an execution did not end within five seconds, or failed by a mistake: it is left alone until the engine is opened
     * again. An execution that cannot be read is counted as quarantined as well, and raises no alert.
     */
    EXECUTION_QUARANTINED,
    /** The auditor found that a rule does not hold. */
    AUDIT_INCIDENT,
    /** The store does nothing of what it is asked for, or cannot be used. */
    STORE_UNAVAILABLE,
    /** A message to whoever started an execution was given up. */
    MESSAGE_UNDELIVERABLE
}
