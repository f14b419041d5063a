package dev.reeve.internal.engine.runtime;

import java.time.Duration;

/** Runs a task turn by turn. Thread-safe. */
public interface Loop {

    /** A rest that ends when {@link #wake} is called. */
    long UNTIL_WOKEN = Long.MAX_VALUE;

    /** One turn. */
    @FunctionalInterface
    interface Turn {
        /**
         * @return how long to rest in nanoseconds unless {@link Loop#wake} is called; zero or less to go on at once,
         *     {@link #UNTIL_WOKEN} to rest until then
         */
        long runOnce();
    }

    /** Called when the loop has ended because of an error. */
    @FunctionalInterface
    interface DeathWatch {
        void died(String loop, Throwable error);
    }

    void start();

    /** Ends the current rest, or skips the next one. Cheap while a turn is under way. */
    void wake();

    /** Lets the turn under way end, and starts no other. Returns when it has ended, or after {@code patience}. */
    boolean stop(Duration patience);
}
