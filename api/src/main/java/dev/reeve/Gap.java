package dev.reeve;

/** How to handle a local time that does not exist because clocks are put forward over it. */
public enum Gap {
    /** Use the first moment after the gap. */
    NEXT,
    /** Skip it. */
    SKIP
}
