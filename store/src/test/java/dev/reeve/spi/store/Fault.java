package dev.reeve.spi.store;

/**
 * A fault of one call of a lane to its store. For calls other than commit, the wrong answer is an exception.
 */
public enum Fault {
    /** Nothing. */
    NONE,
    /** The database does what was asked, and the answer is lost (F15). */
    APPLIED_BUT_ERROR,
    /** The request is lost: nothing happens, and the caller hears of an error (F14). */
    NOT_APPLIED,
    /**
     * The caller hears of an error at once, and the database does what was asked some time later: before
     * {@link LaneStore#reacquire} answers, never after it (F16). For calls other than commit: as NOT_APPLIED.
     */
    APPLIED_LATER,
    /** The answer is right, and late. */
    SLOW
}
