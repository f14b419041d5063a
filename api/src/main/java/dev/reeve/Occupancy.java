package dev.reeve;

/** Whether a node runs the executions in a store. A snapshot: it may change at any time. */
public sealed interface Occupancy {

    /** No node runs them. */
    record Free() implements Occupancy {}

    /** @param by the node, for people */
    record Taken(String by) implements Occupancy {}

    /** @param reason why it cannot be known, for people */
    record Unknown(String reason) implements Occupancy {}
}
