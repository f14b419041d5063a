package dev.reeve.simulation.world;

import java.time.Duration;

/**
 * The nodes that share the store of one simulation.
 *
 * @param nodes how many nodes own executions
 * @param named how many of them keep their name when they are started again
 * @param onlooker whether one more node owns nothing
 * @param apart true if the onlooker starts an agent of its own and the other nodes start none
 * @param ttl how long a node may fail to renew its registration
 */
public record ClusterPlan(int nodes, int named, boolean onlooker, boolean apart, Duration ttl) {}
