package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The ids of executions that have the same key, one after the other. The first one is derived from the key. The others
 * share its first half and its shard, so they lie beside it, and count from 1:
 *
 * <pre>
 * 5d1f4bd2-7c2e-8a01-9c3b-0d52f1a7e644    the first one
 * 5d1f4bd2-7c2e-8a01-bfff-0000000100c7    the second one: bfff, the number, and bits that lead to the shard
 * </pre>
 *
 * An id says which execution it follows, so nothing else is stored, and the newest one is found by the primary key. The
 * layout is part of the store's format and never changes.
 */
public final class Succession {

    /** The variant of a UUID, then ones. Children share the first half of the id too, and rarely have this mark. */
    private static final long MARK = 0xBFFF_0000_0000_0000L;

    private static final long MARKED = 0xFFFF_0000_0000_0000L;
    private static final long LAST = 0xBFFF_FFFF_FFFF_FFFFL;
    private static final long NUMBER_MAX = 0xFFFF_FFFFL;
    private static final int NUMBER_SHIFT = 16;
    private static final long FILL_MAX = 0xFFFF;

    private Succession() {}

    /** The id of the execution that is started once this one has ended. */
    public static ExecutionId after(ExecutionId id) {
        return numbered(id, number(id) + 1);
    }

    /**
     * The id of the execution that this one follows; null for the first one.
     *
     * @param first the id of the first execution of the key
     */
    public static @Nullable ExecutionId before(ExecutionId id, ExecutionId first) {
        if (!isAfter(id, first)) {
            return null;
        }
        long number = number(id) - 1;
        return number == number(first) ? first : numbered(id, number);
    }

    private static ExecutionId numbered(ExecutionId id, long number) {
        if (number > NUMBER_MAX) {
            throw new StoreException(
                    StoreException.Kind.DATA, "a key begins at most %d executions".formatted(NUMBER_MAX), null);
        }
        for (long fill = 0; fill <= FILL_MAX; fill++) {
            ExecutionId next = id(id, MARK | number << NUMBER_SHIFT | fill);
            if (next.shard() == id.shard()) {
                return next;
            }
        }
        // Each fill leads to this shard with a probability of 1 in 256.
        throw new IllegalStateException("none of 65536 ids is in the shard of " + id);
    }

    /** Whether an execution can follow another one of the same key, at once or later. */
    public static boolean isAfter(ExecutionId id, ExecutionId other) {
        return number(id) > number(other);
    }

    /** Whether both ids belong to the same key, given the first one. */
    public static boolean isOf(ExecutionId first, ExecutionId id) {
        return id.equals(first)
                || (high(id) == high(first) && id.shard() == first.shard() && isMarked(id) && isAfter(id, first));
    }

    /** The least id that a later execution of the same key can have. */
    public static ExecutionId from(ExecutionId id) {
        return id(id, MARK | (number(id) + 1) << NUMBER_SHIFT);
    }

    /** The greatest id that a later execution of the same key can have. */
    public static ExecutionId to(ExecutionId id) {
        return id(id, LAST);
    }

    private static boolean isMarked(ExecutionId id) {
        return (low(id) & MARKED) == MARK;
    }

    /** 0 for the first execution, unless its id happens to look like a later one. */
    private static long number(ExecutionId id) {
        return isMarked(id) ? low(id) >>> NUMBER_SHIFT & NUMBER_MAX : 0;
    }

    private static ExecutionId id(ExecutionId beside, long low) {
        return new ExecutionId(new UUID(high(beside), low));
    }

    private static long high(ExecutionId id) {
        return id.value().getMostSignificantBits();
    }

    private static long low(ExecutionId id) {
        return id.value().getLeastSignificantBits();
    }
}
