package dev.reeve;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A node: one engine on the store. The figures of other nodes are those of their last renewal, and a node that owns the
 * store alone tells others none.
 *
 * <pre>{@code
 * reeve.nodes().forEach(node -> System.out.println(node.name() + " owns " + node.shards() + " shards"));
 * }</pre>
 *
 * @param name {@link ClusterOptions#withName}, or a name made of host and process
 * @param incarnation differs at each start, also under the same name
 * @param owns whether it takes shards; false for a node that only starts executions and serves agents, and for one that
 *     closes
 * @param shards the number of shards that it owns, of {@value ExecutionId#SHARDS}
 * @param since when it registered, by the store's clock
 * @param renewed when it last renewed its registration, by the store's clock; null if it does not share the store
 * @param inFlight its executions that are in memory or swapped out, and not only wait for a time or a signal; null if
 *     unknown
 * @param lag by how much the supervisor's last turn was later than planned; null if unknown
 * @param oldestDue since when the oldest due work waits for its supervisor; null if none does, or if unknown
 * @param version the release of Reeve that it runs; null if unknown
 */
public record NodeStatus(
        String name,
        String incarnation,
        boolean owns,
        int shards,
        Instant since,
        @Nullable Instant renewed,
        @Nullable Integer inFlight,
        @Nullable Duration lag,
        @Nullable Instant oldestDue,
        @Nullable String version) {}
