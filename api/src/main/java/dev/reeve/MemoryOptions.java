package dev.reeve;

import dev.reeve.internal.values.OptionChecks;

/**
 * How much memory a node uses for executions, in bytes. A character of a payload or a journal counts as one byte. Text
 * outside of Latin-1 takes twice that, which the defaults allow for. The defaults follow the maximum heap of the
 * process ({@code -Xmx}).
 *
 * @param heldBytesMax how much executions in memory, waiting messages and attempts at agents hold before a start or a
 *     signal is refused with {@code OVERLOADED}; default: a quarter of the heap. Beyond it, executions are swapped out:
 *     they stay in the store alone and are read again when something happens to them. A higher maximum accepts more
 *     starts and reads less; above half of the heap the process may run out of memory. The texts of deployed
 *     definitions may take a quarter of this number in addition, at least 1 MiB; a deployment beyond that is refused
 * @param batchBytesMax how much journal text one transaction writes before the rest goes into the next one; default: a
 *     64th of the heap, from 1 to 16 MiB. A higher maximum makes fewer, longer commits, each of which needs several
 *     times as much memory
 * @param pageBytesMax how much journal text is read at once when executions are loaded; default as for
 *     {@code batchBytesMax}. A higher maximum makes a reload of large executions a little faster
 */
public record MemoryOptions(long heldBytesMax, long batchBytesMax, long pageBytesMax) {

    private static final long MIB = 1 << 20;
    private static final long PORTION_MAX = 16 * MIB;

    private static final MemoryOptions DEFAULTS = ofHeap(Runtime.getRuntime().maxMemory());

    /** No limits in bytes. */
    public static final MemoryOptions UNBOUNDED = new MemoryOptions(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    public MemoryOptions {
        OptionChecks.atLeast(1, "heldBytesMax", heldBytesMax);
        OptionChecks.atLeast(1, "batchBytesMax", batchBytesMax);
        OptionChecks.atLeast(1, "pageBytesMax", pageBytesMax);
    }

    /** The limits for the heap of this process, as of {@link #ofHeap}. */
    public static MemoryOptions defaults() {
        return DEFAULTS;
    }

    /**
     * The limits for a heap of this size: a quarter of it for {@code heldBytesMax}, a 64th, from 1 to 16 MiB, for each
     * of the others.
     *
     * @param heapBytes the maximum heap of the process
     */
    public static MemoryOptions ofHeap(long heapBytes) {
        long portion = Math.clamp(heapBytes / 64, MIB, PORTION_MAX);
        return new MemoryOptions(Math.max(MIB, heapBytes / 4), portion, portion);
    }

    /** Sets how much executions in memory may hold. */
    public MemoryOptions withHeldBytesMax(long other) {
        return new MemoryOptions(other, batchBytesMax, pageBytesMax);
    }

    /** Sets how much text one transaction writes. */
    public MemoryOptions withBatchBytesMax(long other) {
        return new MemoryOptions(heldBytesMax, other, pageBytesMax);
    }

    /** Sets how much text is read at once. */
    public MemoryOptions withPageBytesMax(long other) {
        return new MemoryOptions(heldBytesMax, batchBytesMax, other);
    }
}
