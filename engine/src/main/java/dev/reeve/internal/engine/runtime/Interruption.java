package dev.reeve.internal.engine.runtime;

/**
 * Defers an interruption of the calling thread while it finishes something that must be finished. Interrupts the thread
 * again on close. An interrupted thread can neither wait nor, on some stores, write. Used by the thread that made it.
 */
public final class Interruption implements AutoCloseable {

    private boolean found = Thread.interrupted();

    /** Whether the thread was interrupted so far. */
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
