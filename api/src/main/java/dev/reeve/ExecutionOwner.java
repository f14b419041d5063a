package dev.reeve;

import dev.reeve.internal.values.Times;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which node decides about an execution.
 *
 * @param state whether a node owns its shard at present
 * @param shard the shard of the execution
 * @param node the node that owns the shard; null if none does
 * @param renewed when that node last renewed its registration, by the store's clock; null if it does not share the
 *     store
 */
public record ExecutionOwner(
        State state,
        int shard,
        @Nullable String node,
        @Nullable Instant renewed) {

    /** Whether a node owns a shard. */
    public enum State {
        /** A node owns it. */
        OWNED,
        /** It moves from one node to another one. The next owner continues within seconds. */
        MOVING,
        /** No node owns it, and none is there to take it: no engine runs, or those that run own nothing. */
        NOBODY
    }

    /** A sentence for people. */
    @Override
    public String toString() {
        return switch (state) {
            case OWNED ->
                "Node %s handles it (shard %d%s)."
                        .formatted(
                                node,
                                shard,
                                renewed == null ? "" : ", registration renewed at %s".formatted(Times.shown(renewed)));
            case MOVING ->
                node == null
                        ? "No node handles it at this moment: shard %d is free, and a node takes it.".formatted(shard)
                        : "Node %s hands it over to another node (shard %d).".formatted(node, shard);
            case NOBODY -> "No node handles it (shard %d): open an engine on this store.".formatted(shard);
        };
    }
}
