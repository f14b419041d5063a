package dev.reeve.internal.core.state;

/**
 * The phase of an execution. Its status follows from the phase and from whether a step is escalated or the execution
 * is paused.
 */
public enum Phase {
    /** No event yet. */
    NEW,
    /** Steps run forward. */
    FORWARD,
    /** The execution will be compensated, and waits for the attempts that are still open (I10). */
    CLOSING,
    /** Steps are being undone. */
    UNDOING,
    /** The outcome is known, and the steps of {@code finally} run. */
    FINALLY,
    /** The execution has ended; no event follows (I3). */
    ENDED;

    /** Whether steps may begin (I7). */
    public boolean goesForward() {
        return this == FORWARD || this == FINALLY;
    }
}
