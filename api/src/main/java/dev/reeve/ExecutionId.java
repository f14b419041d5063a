package dev.reeve;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.UUID;

/**
 * Identifies an execution: a UUIDv7, or a UUID derived from (namespace, key) if the caller gave a key. In JSON it is a
 * string.
 *
 * @param value the 128 bits
 */
public record ExecutionId(UUID value) implements Comparable<ExecutionId> {

    /** The number of shards that executions are spread over. It is part of the store's format and never changes. */
    public static final int SHARDS = 256;

    /**
     * Reads an id as {@link #toString} writes it.
     *
     * @throws IllegalArgumentException if {@code text} is not a UUID
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static ExecutionId parse(String text) {
        if (text.length() != 36) {
            throw new IllegalArgumentException("not an execution id: expected a UUID of 36 characters, found '%s'"
                    .formatted(text.length() > 64 ? text.substring(0, 64) + "…" : text));
        }
        return new ExecutionId(UUID.fromString(text));
    }

    /** The shard of this execution, from 0 to {@link #SHARDS} - 1. */
    public int shard() {
        long bits = value.getMostSignificantBits() * 0x9E3779B97F4A7C15L ^ value.getLeastSignificantBits();
        bits ^= bits >>> 32;
        bits *= 0xD6E8FEB86659FD93L;
        return (int) (bits >>> 56);
    }

    /** Compares the unsigned 128 bits. Ids of UUIDv7 sort by time, as they do in the stores. */
    @Override
    public int compareTo(ExecutionId other) {
        int high = Long.compareUnsigned(value.getMostSignificantBits(), other.value.getMostSignificantBits());
        return high != 0
                ? high
                : Long.compareUnsigned(value.getLeastSignificantBits(), other.value.getLeastSignificantBits());
    }

    // Same result as the record's defaults, and much faster: each event looks up its execution by id.

    @Override
    public boolean equals(Object other) {
        return other instanceof ExecutionId id
                && value.getLeastSignificantBits() == id.value.getLeastSignificantBits()
                && value.getMostSignificantBits() == id.value.getMostSignificantBits();
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    @JsonValue
    public String toString() {
        return value.toString();
    }
}
