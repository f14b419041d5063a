package dev.reeve.spi.store;

/** The result of {@link LaneStore#reacquire}. */
public enum Reacquired {
    /** The lane is acquired, and the batch in doubt is in the store. */
    LANDED,
    /** The lane is acquired, and the batch in doubt is not in the store and never will be. */
    NOT_LANDED,
    /** Another node has the lane. */
    FENCED
}
