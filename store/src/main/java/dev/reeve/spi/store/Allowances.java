package dev.reeve.spi.store;

/**
 * The parts of the nodes of a cluster in the limits that hold over all nodes: of {@code concurrency} a number of calls
 * under way, and of {@code rate} a number of calls that a node may begin within a short time. Together they do not
 * exceed the limit, and are never less than the calls under way. Thread-safe. Uses borrowed connections.
 *
 * <p>A shard that a node loses is marked with that node until its next owner has counted the calls under way. The
 * allowance of a node lasts while it is registered, or any shard is marked with it. While nobody knows the calls under
 * way of some shard, as after a start, no node gets more of a {@code concurrency}.
 */
public interface Allowances {

    /** Stores the parts that the node keeps, and grants it more, in one transaction. See {@link AllowanceRule}. */
    AllowanceReply exchange(NodeId node, AllowanceRequest request);
}
