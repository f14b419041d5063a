package dev.reeve.spi.store;

/** The result of {@link LaneStore#reacquire}. */
public enum Reacquired {
    /** The lane is acquired, and the batch in doubt is in the store. */
    LANDED,
    /** The lane is acquired, and the batch in doubt is not in the store and never will be. */
    NOT_LANDED,
    /**
     * The lane is acquired, and the store has lost batches that it had acknowledged, as in a failover to a standby that
     * lagged behind. The batch in doubt is not in the store and never will be.
     */
    FORGOTTEN,
    /** Another node has the lane. */
    FENCED
}
