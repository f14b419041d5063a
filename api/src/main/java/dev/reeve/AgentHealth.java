package dev.reeve;

/** The health of an agent, as far as its node can tell. */
public enum AgentHealth {
    /** It has registered, and has not asked for work yet. */
    REGISTERED,
    /** It has no attempts under way. */
    IDLE,
    /** It has attempts under way. */
    BUSY,
    /** It is overdue, or heartbeats of one of its attempts are late. It receives no new work until it is back. */
    SUSPECT,
    /** It has left, or was silent until its attempts counted as lost. */
    OFFLINE
}
