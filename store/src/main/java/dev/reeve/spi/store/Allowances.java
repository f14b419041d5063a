package dev.reeve.spi.store;

/**
 * What each node of a cluster may use of the limits that hold over all nodes: of {@code concurrency} a number of calls
 * under way, and of {@code rate} a number of calls that it may begin within a short time. Together they never exceed the
 * limit, and never are less than what is under way. Thread-safe. Uses borrowed connections.
 *
 * <p>A shard that a node loses is marked with that node until its next owner has counted the calls under way. What a
 * node has lasts while it is registered, or any shard is marked with it. While the calls under way of some shard are
 * known to nobody, as after a start, no node gets more of a {@code concurrency}.
 */
public interface Allowances {

    /** Stores what the node keeps, and gives it what is free, in one transaction. See {@link AllowanceRule}. */
    AllowanceReply exchange(NodeId node, AllowanceRequest request);
}
