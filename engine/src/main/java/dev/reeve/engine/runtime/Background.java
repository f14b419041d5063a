package dev.reeve.engine.runtime;

/** Tasks that mostly wait for others. */
public final class Background {

    private Background() {}

    /** Runs something that may block, on a virtual thread of its own. */
    public static void start(String name, Runnable task) {
        Thread.ofVirtual().name(name).start(task);
    }
}
