package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A set of shards, each from 0 to {@link ExecutionId#SHARDS} - 1. Immutable. */
public final class ShardSet {

    private static final int WORDS = ExecutionId.SHARDS / Long.SIZE;

    /** No shard. */
    public static final ShardSet NONE = new ShardSet(new long[WORDS]);

    /** All shards. */
    public static final ShardSet ALL = of(IntStream.range(0, ExecutionId.SHARDS));

    private final long[] words;

    private ShardSet(long[] words) {
        this.words = words;
    }

    /** These shards. */
    public static ShardSet of(Collection<Integer> shards) {
        return of(shards.stream().mapToInt(Integer::intValue));
    }

    private static ShardSet of(IntStream shards) {
        long[] words = new long[WORDS];
        shards.forEach(shard -> {
            if (shard < 0 || shard >= ExecutionId.SHARDS) {
                throw new IllegalArgumentException(
                        "shard: expected 0 to %d, found %d".formatted(ExecutionId.SHARDS - 1, shard));
            }
            words[shard / Long.SIZE] |= 1L << shard;
        });
        return new ShardSet(words);
    }

    /** The part of lane {@code lane} if all shards are spread over {@code lanes} lanes. */
    public static ShardSet ofLane(int lane, int lanes) {
        return of(IntStream.range(0, ExecutionId.SHARDS).filter(shard -> shard % lanes == lane));
    }

    /**
     * Whether the set contains a shard.
     *
     * @param shard from 0 to {@link ExecutionId#SHARDS} - 1; not checked
     */
    public boolean contains(int shard) {
        return (words[shard / Long.SIZE] >>> shard & 1) == 1;
    }

    /** Whether the set contains the shard of this execution. */
    public boolean contains(ExecutionId execution) {
        return contains(execution.shard());
    }

    /** The shards of both sets. */
    public ShardSet with(ShardSet others) {
        long[] both = new long[WORDS];
        for (int i = 0; i < WORDS; i++) {
            both[i] = words[i] | others.words[i];
        }
        return new ShardSet(both);
    }

    /** The shards of this set that are not in the other one. */
    public ShardSet without(ShardSet others) {
        long[] left = new long[WORDS];
        for (int i = 0; i < WORDS; i++) {
            left[i] = words[i] & ~others.words[i];
        }
        return new ShardSet(left);
    }

    /** Whether the set contains no shard. */
    public boolean isEmpty() {
        return equals(NONE);
    }

    /** The number of shards in the set, from 0 to {@link ExecutionId#SHARDS}. */
    public int size() {
        return (int) stream().count();
    }

    /** The shards in ascending order. */
    public IntStream stream() {
        return IntStream.range(0, ExecutionId.SHARDS).filter(this::contains);
    }

    /** One bit for each shard: the lowest bit of the first number is shard 0. */
    public long[] bits() {
        return words.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ShardSet set && Arrays.equals(words, set.words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }

    @Override
    public String toString() {
        return stream().mapToObj(String::valueOf).collect(Collectors.joining(", ", "shards ", ""));
    }
}
