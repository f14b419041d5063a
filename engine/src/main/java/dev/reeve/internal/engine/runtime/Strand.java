package dev.reeve.internal.engine.runtime;

/**
 * A thread that can only be identified and interrupted. Two strands are equal if they are the same thread. Thread-safe.
 */
public final class Strand {

    private final Thread thread;

    private Strand(Thread thread) {
        this.thread = thread;
    }

    /** The calling thread. */
    public static Strand current() {
        return new Strand(Thread.currentThread());
    }

    public boolean isAlive() {
        return thread.isAlive();
    }

    public void interrupt() {
        thread.interrupt();
    }

    /** Its current stack trace. */
    public StackTraceElement[] stackTrace() {
        return thread.getStackTrace();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Strand strand && strand.thread.equals(thread);
    }

    @Override
    public int hashCode() {
        return thread.hashCode();
    }
}
