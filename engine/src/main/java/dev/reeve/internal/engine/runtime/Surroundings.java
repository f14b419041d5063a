package dev.reeve.internal.engine.runtime;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The environment of a node: monotonic time, random numbers, and the threads that drive it. In production that is this
 * machine. A simulation provides virtual time, a seed and events. Thread-safe.
 */
public interface Surroundings {

    /** Monotonic time in nanoseconds. */
    long nanos();

    /** Fast random numbers, for values that only have to differ. */
    RandomGenerator random();

    /** Random numbers that cannot be guessed, for identities and nonces. */
    RandomGenerator secret();

    int processors();

    /** The name of this process, for people. */
    String processName();

    /** This process, as others on the same machine recognise it; null if that is not possible. */
    @Nullable String process();

    /** Whether the process with this {@link #process} has certainly ended. False for one of another machine. */
    boolean isGone(String process);

    /** Makes a loop around {@code turn}, not yet started. */
    Loop loop(String name, Loop.Turn turn, Loop.DeathWatch deathWatch);

    /** Runs a task once, concurrently with the caller. */
    void aside(String name, Runnable task);

    /** Runs a caller's task once, off the engine's own threads. The task may block. */
    void callback(Runnable task);

    /** Blocks the caller for this time. */
    void pause(Duration time);

    /** This machine. */
    static Surroundings machine() {
        return Machine.THIS;
    }
}
