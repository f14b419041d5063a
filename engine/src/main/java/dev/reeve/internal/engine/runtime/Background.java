package dev.reeve.internal.engine.runtime;

/** Starts tasks that mostly wait. */
public final class Background {

    private Background() {}

    /** Starts a task, which may block, on its own virtual thread. */
    public static void start(String name, Runnable task) {
        Thread.ofVirtual().name(name).start(task);
    }
}
