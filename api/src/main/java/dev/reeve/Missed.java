package dev.reeve;

/**
 * How to handle nominal times that were missed because no engine ran. A time is missed if it is more than a minute old
 * when it is examined.
 */
public enum Missed {
    /** Skip them. */
    SKIP,
    /** Start once for all of them: for the last missed time, or for the next time if that is already due. */
    ONE,
    /** Start once for each, in order. */
    ALL
}
