package dev.reeve;

import java.time.Duration;

/**
 * The place of an engine among the nodes of its store, as this engine knows it without asking the store.
 *
 * @param nodes the number of registered nodes, this one included
 * @param shards the number of shards that this node has, of {@value ExecutionId#SHARDS}
 * @param sinceRenewal how long ago the node last renewed its registration; zero if it does not share the store
 */
public record NodeStats(int nodes, int shards, Duration sinceRenewal) {}
