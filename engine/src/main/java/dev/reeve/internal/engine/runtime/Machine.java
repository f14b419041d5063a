package dev.reeve.internal.engine.runtime;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** This machine: its threads, clock and random numbers. */
final class Machine implements Surroundings {

    static final Machine THIS = new Machine();

    private final CallbackThreads callbacks = new CallbackThreads();

    private Machine() {}

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public RandomGenerator random() {
        return () -> ThreadLocalRandom.current().nextLong();
    }

    @Override
    public RandomGenerator secret() {
        return new SecureRandom();
    }

    @Override
    public int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    @Override
    public String processName() {
        return "pid" + ProcessHandle.current().pid();
    }

    @Override
    public @Nullable String process() {
        return LocalProcess.of(ProcessHandle.current().pid());
    }

    @Override
    public boolean isGone(String process) {
        return LocalProcess.isGone(process);
    }

    @Override
    public Loop loop(String name, Loop.Turn turn, Loop.DeathWatch deathWatch) {
        return new Worker(name, turn, deathWatch);
    }

    @Override
    public void aside(String name, Runnable task) {
        Thread.ofPlatform().name(name).daemon(true).start(task);
    }

    @Override
    public void callback(Runnable task) {
        callbacks.run(task);
    }

    @Override
    public void pause(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }
}
