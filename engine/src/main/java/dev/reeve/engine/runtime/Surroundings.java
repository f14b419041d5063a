package dev.reeve.engine.runtime;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * What a node takes from where it runs: monotonic time, chance, and whatever drives it. In production that is this machine;
 * a simulation gives it virtual time, a seed and events. Thread-safe.
 */
public interface Surroundings {

    /** Monotonic time in nanoseconds. */
    long nanos();

    /** Fast; for what only has to differ. */
    RandomGenerator random();

    /** Cannot be guessed; for identities and nonces. */
    RandomGenerator secret();

    int processors();

    /** For people: which process this is. */
    String processName();

    /** A loop around {@code turn} that has not been started. */
    Loop loop(String name, Loop.Turn turn, Loop.DeathWatch deathWatch);

    /** Runs something once, beside the caller. */
    void aside(String name, Runnable task);

    /** Runs once what belongs to a caller of the engine, away from the engine's own threads: it may block. */
    void callback(Runnable task);

    /** Keeps the caller waiting. */
    void pause(Duration time);

    /** This machine. */
    static Surroundings machine() {
        return Machine.THIS;
    }
}
