package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.ShardSet;

/**
 * Identifies a lane of a node.
 *
 * @param shards those that it owns from the beginning
 */
record LaneName(String node, int lane, ShardSet shards) {

    @Override
    public String toString() {
        return "reeve " + node + " lane " + lane;
    }
}
