package dev.reeve.internal.store;

import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.ShardSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The owners of the shards in a {@link ModelStore}. */
final class ModelOwners {

    private record Owner(String node, int lane) {}

    private final Map<Integer, Owner> owners = new HashMap<>();

    /** By shard: the nodes that lost it, until the next owner has counted its calls; empty for calls nobody knows. */
    private final Map<Integer, Set<String>> former = new HashMap<>();

    ModelOwners() {
        markAll();
    }

    /** Nobody knows the calls under way. */
    void markAll() {
        ShardSet.ALL.stream()
                .forEach(shard ->
                        former.computeIfAbsent(shard, s -> new TreeSet<>()).add(""));
    }

    private void mark(ShardSet leaving) {
        leaving.stream().forEach(shard -> {
            Owner owner = owners.get(shard);
            if (owner != null) {
                former.computeIfAbsent(shard, s -> new TreeSet<>()).add(owner.node());
            }
        });
    }

    /** The owner of these shards has counted the calls under way. */
    Map<Integer, Set<String>> unmark(String node, ShardSet counted) {
        counted.stream()
                .filter(shard -> {
                    Owner owner = owners.get(shard);
                    return owner != null && owner.node().equals(node);
                })
                .forEach(former::remove);
        return former;
    }

    Map<Integer, String> byShard() {
        Map<Integer, String> view = new TreeMap<>();
        owners.forEach((shard, owner) -> view.put(shard, owner.node()));
        return view;
    }

    ShardSet claim(String node, int lane, ShardSet shards) {
        List<Integer> claimed = new ArrayList<>();
        shards.stream()
                .filter(shard -> owners.putIfAbsent(shard, new Owner(node, lane)) == null)
                .forEach(claimed::add);
        return ShardSet.of(claimed);
    }

    ShardSet ownedBy(String node) {
        return ShardSet.of(owners.entrySet().stream()
                .filter(entry -> entry.getValue().node().equals(node))
                .map(Map.Entry::getKey)
                .toList());
    }

    /** Whether a lane owns all of these shards. */
    boolean isOwner(NodeId node, int lane, ShardSet shards) {
        Owner owner = new Owner(node.toString(), lane);
        return shards.stream().allMatch(shard -> owner.equals(owners.get(shard)));
    }

    void release(ShardSet shards) {
        mark(shards);
        shards.stream().forEach(owners::remove);
    }

    /** Captures the owners of these shards. The result restores them. */
    Runnable before(ShardSet shards) {
        Map<Integer, @Nullable Owner> old = new HashMap<>();
        Map<Integer, Set<String>> marks = new HashMap<>();
        shards.stream().forEach(shard -> {
            old.put(shard, owners.get(shard));
            marks.put(shard, Set.copyOf(former.getOrDefault(shard, Set.of())));
        });
        return () -> old.forEach((shard, owner) -> {
            if (owner != null) {
                owners.put(shard, owner);
            }
            former.put(shard, new TreeSet<>(marks.getOrDefault(shard, Set.of())));
        });
    }
}
