package dev.reeve.engine.dispatch;

/** How an agent is doing, as far as its node can tell (A7). */
public enum AgentHealth {
    /** It has registered, and not yet asked for work. */
    REGISTERED,
    /** It has nothing to do. */
    IDLE,
    /** It has attempts under way. */
    BUSY,
    /** It should have been heard of by now, or signs of life of one of its attempts are late. It gets nothing new until it is back. */
    SUSPECT,
    /** It has left, or was not heard of for so long that its attempts count as lost. */
    OFFLINE
}
