package dev.reeve.internal.engine.runtime;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.internal.values.JsonText;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Generates ids and random-looking values. Thread-safe if the generator is.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562">RFC 9562: UUIDs</a>
 */
public final class Ids {

    private static final long VERSION_MASK = 0xFFFF_FFFF_FFFF_0FFFL;
    private static final long VARIANT_MASK = 0x3FFF_FFFF_FFFF_FFFFL;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final long VERSION_7 = 0x7000;
    private static final long VERSION_8 = 0x8000;

    private final RandomGenerator random;

    public Ids(RandomGenerator random) {
        this.random = random;
    }

    /** A UUIDv7, which sorts by the time of the start. */
    public ExecutionId next(Instant now) {
        long high = (now.toEpochMilli() << 16) | (random.nextInt() & 0xFFFFL);
        return new ExecutionId(
                new UUID((high & VERSION_MASK) | VERSION_7, (random.nextLong() & VARIANT_MASK) | VARIANT));
    }

    /** The same id for the same key, so that a repeated start is the same row (UUIDv8 over SHA-256). */
    public static ExecutionId ofKey(String namespace, String key) {
        return of(sha256(namespace, key));
    }

    /** The same id for every re-run of this execution. No namespace has the name that is used here. */
    public static ExecutionId ofRerun(ExecutionId of) {
        return of(sha256("/rerun", of.toString()));
    }

    /**
     * The same id for the same attempt of a step. The child belongs to the shard of the parent, so that changes of both
     * are one transaction, and sorts beside it.
     */
    public static ExecutionId ofChild(ExecutionId parent, String attempt) {
        long high = parent.value().getMostSignificantBits();
        long low = sha256(parent.toString(), attempt).getLong();
        ExecutionId child;
        do {
            child = new ExecutionId(new UUID(high, (low++ & VARIANT_MASK) | VARIANT));
        } while (child.shard() != parent.shard());
        return child;
    }

    /** The seed of a child: as hard to guess as that of its parent. */
    public static long seedOfChild(long seed, ExecutionId child) {
        return sha256(Long.toHexString(seed), child.toString()).getLong();
    }

    private static ExecutionId of(ByteBuffer digest) {
        long high = (digest.getLong() & VERSION_MASK) | VERSION_8;
        long low = (digest.getLong() & VARIANT_MASK) | VARIANT;
        return new ExecutionId(new UUID(high, low));
    }

    /**
     * Tells two starts with the same key apart by their meaning, not by their text: a caller that repeats a start after
     * a crash may write the members of the input in another order, as {@link java.util.Map#of} does.
     */
    public static long digest(String workflow, Json input) {
        return sha256(workflow, JsonText.canonical(input.text())).getLong();
    }

    /** A short text that tells similar names apart: eight hexadecimal digits. */
    public static String shortHash(String name) {
        return "%08x".formatted(sha256("/name", name).getInt());
    }

    public long seed() {
        return random.nextLong();
    }

    /** The seed of a re-run: as hard to guess as that of the first execution. */
    public static long seedAfter(long seed) {
        return sha256("/rerun", Long.toHexString(seed)).getLong();
    }

    private static ByteBuffer sha256(String first, String second) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            byte[] head = first.getBytes(StandardCharsets.UTF_8);
            // The length first, so that no two pairs yield the same bytes.
            sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, head.length));
            sha256.update(head);
            sha256.update(second.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(sha256.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
