package dev.reeve.engine.schedule;

/** What becomes of a local time that comes twice, because clocks are put back over it. */
public enum Overlap {
    /** Only the first counts. */
    FIRST,
    /** Both count. */
    BOTH
}
