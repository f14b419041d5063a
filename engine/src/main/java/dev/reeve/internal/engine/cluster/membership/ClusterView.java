package dev.reeve.internal.engine.cluster.membership;

import java.util.List;
import java.util.Map;

/**
 * The state of the cluster, as a node reads it from the store when it renews its registration.
 *
 * @param registered whether the node that reads is still registered; false after another node has removed it
 * @param members all registered nodes, the reading one included
 * @param owners the node that owns each shard; a shard that is missing here is free
 */
public record ClusterView(boolean registered, List<Member> members, Map<Integer, String> owners) {

    public ClusterView {
        members = List.copyOf(members);
    }
}
