package dev.reeve.spi.store;

import java.util.List;
import java.util.Map;

/**
 * The state of the cluster, as a node reads it from the store when it renews its registration.
 *
 * @param registered whether the node that reads is still registered; false after another node has removed it
 * @param members all registered nodes, the reading one included
 * @param owners the node that owns each shard; a shard that is missing here is free
 * @param takenOver whether a node that does not share the store owns it; see {@link Store#join}
 */
public record ClusterView(
        boolean registered, List<ClusterMember> members, Map<Integer, String> owners, boolean takenOver) {

    public ClusterView {
        members = List.copyOf(members);
    }

    /** A store that all nodes share. */
    public ClusterView(boolean registered, List<ClusterMember> members, Map<Integer, String> owners) {
        this(registered, members, owners, false);
    }
}
