package dev.reeve;

/** How to handle a local time that occurs twice because clocks are put back over it. */
public enum Overlap {
    /** Use only the first occurrence. */
    FIRST,
    /** Use both occurrences. */
    BOTH
}
