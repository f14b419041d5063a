package dev.reeve.engine.store;

/** What {@link LaneStore#reacquire} found. */
public enum Reacquired {
    /** The lane is ours, and the batch in doubt is in the store. */
    LANDED,
    /** The lane is ours, and the batch in doubt is not in the store and never will be. */
    NOT_LANDED,
    /** Another node has the lane. */
    FENCED
}
