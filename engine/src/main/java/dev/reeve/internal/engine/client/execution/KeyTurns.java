package dev.reeve.internal.engine.client.execution;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Orders the callers of a key: each takes its turn when the turn before has ended, in the order in which they asked. A
 * caller that ends its turn early lets the next one go. Thread-safe.
 */
final class KeyTurns {

    /** The caller that asked last, for each key with a caller whose turn has not ended. */
    private final Map<String, CompletableFuture<?>> last = new HashMap<>();

    /**
     * Runs a step when the turns before it have ended; at once if there is none.
     *
     * @param turn ends the turn of the caller when it completes
     * @param callback runs the step outside the thread that ends the turn before
     */
    void take(String key, CompletableFuture<?> turn, Consumer<Runnable> callback, Runnable step) {
        CompletableFuture<?> before;
        synchronized (last) {
            before = last.put(key, turn);
        }
        CompletableFuture<?> unused = turn.whenComplete((value, error) -> ended(key, turn));
        if (before == null) {
            step.run();
        } else {
            CompletableFuture<?> unusedAfter = before.whenComplete((value, error) -> callback.accept(step));
        }
    }

    private void ended(String key, CompletableFuture<?> turn) {
        synchronized (last) {
            last.remove(key, turn);
        }
    }

    /** The number of keys with callers. */
    int size() {
        synchronized (last) {
            return last.size();
        }
    }
}
