package dev.reeve.internal.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The production loop. Nothing here depends on how fast a machine is. */
final class WorkerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long REST_NANOS = Duration.ofHours(1).toNanos();

    private final AtomicInteger turns = new AtomicInteger();
    private final AtomicReference<Thread> thread = new AtomicReference<>();

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitRest() {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (thread.get().getState() != Thread.State.TIMED_WAITING && System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    @Test
    @DisplayName("R20: a turn that has nothing to do is not repeated before the loop rests")
    void oneTurn() {
        CountDownLatch begun = new CountDownLatch(1);
        Worker worker = new Worker(
                "test",
                () -> {
                    thread.set(Thread.currentThread());
                    turns.incrementAndGet();
                    begun.countDown();
                    return REST_NANOS;
                },
                (loop, error) -> {});
        worker.start();
        await(begun);
        awaitRest();

        assertThat(worker.stop(PATIENCE)).isTrue();
        assertThat(turns).hasValue(1);
    }

    @Test
    @DisplayName("R20: work that comes during a turn, or while the loop rests, has a turn of its own")
    void woken() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(2);
        CountDownLatch third = new CountDownLatch(3);
        Worker worker = new Worker(
                "test",
                () -> {
                    thread.set(Thread.currentThread());
                    begun.countDown();
                    await(goOn);
                    second.countDown();
                    third.countDown();
                    return REST_NANOS;
                },
                (loop, error) -> {});
        worker.start();
        await(begun);
        worker.wake();
        goOn.countDown();
        await(second);
        awaitRest();

        worker.wake();

        await(third);
        assertThat(worker.stop(PATIENCE)).isTrue();
    }
}
