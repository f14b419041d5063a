package dev.reeve.engine.runtime;

import java.time.Duration;

/** Drives something turn by turn. Thread-safe. */
public interface Loop {

    /** A rest that ends when {@link #wake} is called. */
    long UNTIL_WOKEN = Long.MAX_VALUE;

    /** One turn. */
    @FunctionalInterface
    interface Turn {
        /**
         * @return how long to rest in nanoseconds if nobody calls {@link Loop#wake}; zero or less to go on at once,
         *     {@link #UNTIL_WOKEN} if nothing will be to do by itself
         */
        long runOnce();
    }

    /** Told when the loop has ended because of an error. */
    @FunctionalInterface
    interface DeathWatch {
        void died(String loop, Throwable error);
    }

    void start();

    /** Ends a rest, or has the next one skipped. Cheap while a turn is under way. */
    void wake();

    /** Lets the turn under way end; there is no other. Returns when it has ended, or after {@code patience}. */
    boolean stop(Duration patience);
}
