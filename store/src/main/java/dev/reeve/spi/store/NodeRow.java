package dev.reeve.spi.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A node that is registered in the store, for people.
 *
 * @param id the name and the incarnation
 * @param owns whether the node takes shards
 * @param shards those that it owns
 * @param joinedAt when it registered
 * @param renewedAt when it renewed its registration last; null if it does not share the store
 * @param report what it told then; null if nothing
 */
public record NodeRow(
        NodeId id,
        boolean owns,
        ShardSet shards,
        Instant joinedAt,
        @Nullable Instant renewedAt,
        @Nullable NodeReport report) {}
