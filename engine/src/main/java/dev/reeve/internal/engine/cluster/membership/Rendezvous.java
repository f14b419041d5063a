package dev.reeve.internal.engine.cluster.membership;

import dev.reeve.spi.store.ClusterMember;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Rendezvous hashing (Thaler and Ravishankar, "A Name-Based Mapping Scheme for Rendezvous", 1996): each node has a
 * score for each shard, and the highest score owns it. All nodes compute the same result without talking to each other.
 * If a node comes or goes, only the shards that it gains or loses move.
 */
final class Rendezvous {

    private Rendezvous() {}

    /** The node that is to own this shard; null if there is no node. */
    static @Nullable String owner(int shard, Collection<ClusterMember> nodes) {
        ClusterMember owner = null;
        long highest = 0;
        for (ClusterMember node : nodes) {
            long score = score(shard, node.name());
            int order = Long.compareUnsigned(score, highest);
            if (owner == null || order > 0 || (order == 0 && node.node().compareTo(owner.node()) > 0)) {
                owner = node;
                highest = score;
            }
        }
        return owner == null ? null : owner.node();
    }

    /** FNV-1a over the name, then the shard, then the finalizer of SplitMix64, so that each bit depends on each bit. */
    private static long score(int shard, String name) {
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x100000001B3L;
        }
        hash += (shard + 1) * 0x9E3779B97F4A7C15L;
        hash = (hash ^ hash >>> 30) * 0xBF58476D1CE4E5B9L;
        hash = (hash ^ hash >>> 27) * 0x94D049BB133111EBL;
        return hash ^ hash >>> 31;
    }
}
