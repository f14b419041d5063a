package dev.reeve.internal.engine.scheduler;

import dev.reeve.spi.store.ForwardingLaneStore;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.ShardSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The lane that owns each shard of a store in memory.
 *
 * @param <L> the lanes, each equal to itself only
 */
public final class ShardOwners<L> {

    private final Map<Integer, L> owners = new HashMap<>();

    /** The same lane, which begins without shards. */
    public static LaneStore withoutShards(LaneStore lane) {
        return new ForwardingLaneStore(lane) {
            @Override
            public ShardSet shards() {
                return ShardSet.NONE;
            }
        };
    }

    /** Gives those of these shards that are free to this lane. */
    public void claim(ShardSet wanted, L lane) {
        wanted.stream().forEach(shard -> owners.putIfAbsent(shard, lane));
    }

    public ShardSet of(L lane) {
        return ShardSet.of(owners.entrySet().stream()
                .filter(entry -> entry.getValue().equals(lane))
                .map(Map.Entry::getKey)
                .toList());
    }

    /** Frees those of these shards that this lane owns. */
    public void release(ShardSet shards, L lane) {
        shards.stream().forEach(shard -> owners.remove(shard, lane));
    }

    /** Frees all shards of this lane. */
    public void remove(L lane) {
        owners.values().removeIf(lane::equals);
    }
}
