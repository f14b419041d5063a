package dev.reeve.engine.dispatch;

/** What is known about an attempt that the store says is running. */
public enum Presence {
    /** Its agent has it. */
    HELD,
    /** Its agent is there but was never given it. */
    NOT_DELIVERED,
    /** Its agent's session is over. */
    GONE
}
