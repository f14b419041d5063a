package dev.reeve.engine.schedule;

/** What becomes of a local time that does not exist, because clocks are put forward over it. */
public enum Gap {
    /** It counts as the first moment after the gap. */
    NEXT,
    /** It is left out. */
    SKIP
}
