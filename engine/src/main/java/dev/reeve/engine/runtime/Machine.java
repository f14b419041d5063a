package dev.reeve.engine.runtime;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/** What only the machine can give. Used where an engine is put together for production, and nowhere else. */
public final class Machine {

    private Machine() {}

    /** Fast, and safe for use by many threads. */
    public static RandomGenerator random() {
        return () -> ThreadLocalRandom.current().nextLong();
    }

    /** Cannot be guessed. */
    public static RandomGenerator secret() {
        return new SecureRandom();
    }

    public static int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** For people: which process this is. */
    public static String processName() {
        return "pid" + ProcessHandle.current().pid();
    }

    public static void pause(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }

    /** Runs something once on a thread of its own. */
    public static void aside(String name, Runnable task) {
        Thread.ofPlatform().name(name).daemon(true).start(task);
    }
}
