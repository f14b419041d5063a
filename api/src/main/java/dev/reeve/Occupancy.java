package dev.reeve;

/** Whether a node runs the executions in a store. A snapshot: it may change at any time. */
public sealed interface Occupancy {

    /** No node runs them. */
    record Free() implements Occupancy {}

    /**
     * One node runs them, and no other may.
     *
     * @param by the node, for people
     */
    record Taken(String by) implements Occupancy {}

    /**
     * Nodes run them that share the store; see {@link NodeOptions#withCluster}. Further ones may join.
     *
     * @param by the nodes, for people
     */
    record Shared(String by) implements Occupancy {}

    /**
     * The store cannot tell.
     *
     * @param reason why it cannot be known, for people
     */
    record Unknown(String reason) implements Occupancy {}
}
