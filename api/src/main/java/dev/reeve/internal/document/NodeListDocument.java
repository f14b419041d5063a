package dev.reeve.internal.document;

import dev.reeve.NodeStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes on a store.
 *
 * @param nodes by name
 */
public record NodeListDocument(List<Node> nodes) implements Document {

    /**
     * One engine. Its figures are those of its last renewal.
     *
     * @param name its name
     * @param incarnation differs at each start
     * @param owns whether it takes shards
     * @param shards the number of shards that it owns, of 256
     * @param since when it registered
     * @param renewed when it last renewed its registration; absent if it owns the store alone
     * @param inFlight its executions in memory or swapped out
     * @param lag by how much the supervisor's last turn was late
     * @param oldestDue since when the oldest due work waits; absent if none does
     * @param version the release of Reeve that it runs
     */
    public record Node(
            String name,
            String incarnation,
            boolean owns,
            int shards,
            Instant since,
            @Nullable Instant renewed,
            @Nullable Integer inFlight,
            @Nullable Duration lag,
            @Nullable Instant oldestDue,
            @Nullable String version)
            implements Document {

        static Node of(NodeStatus node) {
            return new Node(
                    node.name(),
                    node.incarnation(),
                    node.owns(),
                    node.shards(),
                    node.since(),
                    node.renewed(),
                    node.inFlight(),
                    node.lag(),
                    node.oldestDue(),
                    node.version());
        }

        NodeStatus status() {
            return new NodeStatus(name, incarnation, owns, shards, since, renewed, inFlight, lag, oldestDue, version);
        }
    }

    public static NodeListDocument of(List<NodeStatus> nodes) {
        return new NodeListDocument(nodes.stream().map(Node::of).toList());
    }

    public List<NodeStatus> statuses() {
        return nodes.stream().map(Node::status).toList();
    }
}
