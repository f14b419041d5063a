package dev.reeve.core;

/** How far an execution has come. Its status follows from this and from whether a step needs a person. */
enum Phase {
    /** Nothing has happened. */
    NEW,
    /** Steps are done. */
    FORWARD,
    /** The execution will be undone; the attempts that are still open are waited for (I10). */
    CLOSING,
    /** Steps are undone. */
    UNDOING,
    /** The outcome is known and the steps of {@code finally} run. */
    FINALLY,
    /** Nothing follows (I3). */
    ENDED;

    /** Whether steps may start in order to be done (I7). */
    boolean goesForward() {
        return this == FORWARD || this == FINALLY;
    }
}
