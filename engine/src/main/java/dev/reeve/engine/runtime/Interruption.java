package dev.reeve.engine.runtime;

/**
 * Keeps an interruption of the calling thread aside while it finishes something that must be finished, and interrupts it again
 * in the end. An interrupted thread can neither wait nor, on some stores, write. Used by the thread that made it.
 */
public final class Interruption implements AutoCloseable {

    private boolean found = Thread.interrupted();

    /** Whether the thread has been interrupted so far. */
    public boolean isFound() {
        found |= Thread.interrupted();
        return found;
    }

    @Override
    public void close() {
        if (isFound()) {
            Thread.currentThread().interrupt();
        }
    }
}
