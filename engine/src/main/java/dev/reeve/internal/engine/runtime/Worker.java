package dev.reeve.internal.engine.runtime;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The production loop, on one platform thread. It never dies silently: an exception is logged and the loop goes on; an
 * {@link Error} ends it and is reported (R20, F60).
 */
final class Worker implements Loop {

    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

    private static final Duration PAUSE_AFTER_EXCEPTION = Duration.ofMillis(100);

    /** Limits the cost of a missed wake-up, which should not happen. */
    private static final Duration REST_MAX = Duration.ofMillis(50);

    private final Turn turn;
    private final DeathWatch deathWatch;
    private final Thread thread;
    private volatile boolean stopping;
    private volatile boolean resting;

    /** Whether there may be work that came after the turn had begun. */
    private volatile boolean woken;

    Worker(String name, Turn turn, DeathWatch deathWatch) {
        this.turn = turn;
        this.deathWatch = deathWatch;
        this.thread = Thread.ofPlatform().name(name).daemon(true).unstarted(this::loop);
    }

    @Override
    public void start() {
        thread.start();
    }

    @Override
    public void wake() {
        if (!woken) {
            woken = true;
        }
        if (resting) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public boolean stop(Duration patience) {
        stopping = true;
        LockSupport.unpark(thread);
        if (Thread.currentThread().equals(thread)) {
            return true;
        }
        long untilNanos = System.nanoTime() + patience.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return thread.join(Duration.ofNanos(untilNanos - System.nanoTime()));
                } catch (InterruptedException e) {
                    // A thread that is interrupted while closing still closes: a loop that is left behind would go on
                    // with a closed store.
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void loop() {
        try {
            while (!stopping) {
                long restNanos = turnGuarded();
                if (restNanos > 0 && !stopping) {
                    rest(restNanos);
                }
            }
        } catch (Throwable error) {
            LOG.error("{} has died; this engine cannot continue and must be restarted", thread.getName(), error);
            deathWatch.died(thread.getName(), error);
        }
    }

    private long turnGuarded() {
        woken = false;
        try {
            return turn.runOnce();
        } catch (RuntimeException e) {
            LOG.error("{} failed in one turn and continues", thread.getName(), e);
            return PAUSE_AFTER_EXCEPTION.toNanos();
        }
    }

    private void rest(long nanos) {
        resting = true;
        try {
            // A waker that has seen resting == false has set this before.
            if (!woken && !stopping) {
                LockSupport.parkNanos(nanos == UNTIL_WOKEN ? REST_MAX.toNanos() : nanos);
            }
        } finally {
            resting = false;
        }
    }
}
