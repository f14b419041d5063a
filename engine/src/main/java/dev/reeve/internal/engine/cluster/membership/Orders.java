package dev.reeve.internal.engine.cluster.membership;

import dev.reeve.spi.store.ClusterMember;
import java.util.List;
import java.util.SortedSet;

/**
 * The actions of a node after it has read the state of the cluster. Each order is carried out by a statement that
 * checks its condition again, so orders that follow from an old state have no effect.
 *
 * @param dead nodes to remove, as they were seen last; their shards become free
 * @param claim free shards to take
 * @param release shards to hand over, because another node is to own them
 */
public record Orders(List<ClusterMember> dead, SortedSet<Integer> claim, SortedSet<Integer> release) {

    /** Whether nothing is to be done. */
    public boolean isEmpty() {
        return dead.isEmpty() && claim.isEmpty() && release.isEmpty();
    }
}
