package dev.reeve.internal.engine.dispatch;

/** The state of knowledge about an attempt that is stored as running. */
public enum Presence {
    /** Its agent has it. */
    HELD,
    /** Its agent is connected but never received it. */
    NOT_DELIVERED,
    /** Its agent is connected to another node, which is alive. Whether the agent has it is that node's concern. */
    ELSEWHERE,
    /** Its agent's session is over. */
    GONE
}
