package dev.reeve.internal.engine.scheduler.admission;

import dev.reeve.LaneOptions;
import dev.reeve.MemoryOptions;
import dev.reeve.SharingOptions;
import dev.reeve.internal.engine.runtime.HeldBytes;

/**
 * How much a lane may take at once and have in memory.
 *
 * @param lane its own limits
 * @param memory the limits in bytes
 * @param shares how workflows, tenants and actions share the memory
 * @param held the memory that all lanes of the node and its dispatcher hold together
 */
public record Room(LaneOptions lane, MemoryOptions memory, Shares shares, HeldBytes held) {

    private static final long EXECUTION_BYTES_MIN = 1 << 20;

    /** Limited by counts only. */
    public static Room of(LaneOptions lane) {
        return of(lane, MemoryOptions.UNBOUNDED, SharingOptions.defaults(), HeldBytes.unbounded(), 1);
    }

    /** The maximum length, in characters, of a history that can be loaded. */
    public long executionBytesMax() {
        return Math.max(memory.heldBytesMax(), EXECUTION_BYTES_MIN);
    }

    /**
     * The room of each lane.
     *
     * @param lanes the number of lanes
     */
    public static Room of(LaneOptions lane, MemoryOptions memory, SharingOptions sharing, HeldBytes held, int lanes) {
        return new Room(lane, memory, new Shares(sharing, held, (long) lane.activeMax() * lanes), held);
    }
}
