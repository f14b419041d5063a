package dev.reeve.internal.engine.runtime;

import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs callers' tasks on virtual threads. One thread runs one task after the other, since starting a thread costs more
 * than most tasks. A second thread looks every 5 ms. It gives each task that has waited for two looks its own thread:
 * the task before it blocks, or many tasks wait. Thread-safe.
 */
final class CallbackThreads {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(5);

    private final ConcurrentLinkedQueue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    /**
     * The thread that takes the tasks; null if none does. A thread that is blocked by a task is replaced, and ends
     * after that task.
     */
    private final AtomicReference<@Nullable Thread> taker = new AtomicReference<>();

    private final AtomicBoolean watched = new AtomicBoolean();

    /** Returns at once. */
    void run(Runnable task) {
        waiting.add(task);
        goOn();
    }

    private void goOn() {
        if (taker.get() == null) {
            Thread next = thread(this::takeAll);
            if (taker.compareAndSet(null, next)) {
                begin(next);
                if (watched.compareAndSet(false, true)) {
                    thread(this::watch).start();
                }
            }
        }
    }

    private void begin(Thread next) {
        try {
            next.start();
        } catch (Throwable e) {
            taker.compareAndSet(next, null); // it will take nothing
            throw e;
        }
    }

    private static Thread thread(Runnable task) {
        return Thread.ofVirtual().name("reeve-callback").unstarted(task);
    }

    private void takeAll() {
        Thread me = Thread.currentThread();
        try {
            Runnable task;
            while (me.equals(taker.get()) && (task = waiting.poll()) != null) {
                task.run();
                Thread.interrupted(); // the interruption was meant for the task, not for the next one
            }
        } finally {
            taker.compareAndSet(me, null);
            if (!waiting.isEmpty()) {
                goOn();
            }
        }
    }

    private void watch() {
        do {
            try {
                do {
                    AtomicBoolean reached = new AtomicBoolean();
                    run(() -> reached.set(true));
                    rest();
                    if (!reached.get()) {
                        spread();
                    }
                } while (!isIdle());
            } finally {
                watched.set(false); // even if there is no memory for a thread: then the next taker starts one
            }
        } while (!isIdle() && watched.compareAndSet(false, true));
    }

    private boolean isIdle() {
        return taker.get() == null && waiting.isEmpty();
    }

    /** Starts a thread for each waiting task. The task that blocks the others keeps its thread. */
    private void spread() {
        taker.set(null);
        Runnable task;
        while ((task = waiting.poll()) != null) {
            thread(task).start();
        }
    }

    private static void rest() {
        try {
            Thread.sleep(BETWEEN_LOOKS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the state of this thread is unknown", e);
        }
    }
}
