package dev.reeve.internal.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("Awaitility reports the uncaught exception of any thread to all tests that wait")
final class CallbackThreadsTest {

    private static final int MANY = 1_000;

    private final CallbackThreads threads = new CallbackThreads();

    @Test
    @DisplayName("Tasks that wait for each other all begin")
    void tasksThatBlock() throws Exception {
        CyclicBarrier all = new CyclicBarrier(MANY);
        CountDownLatch done = new CountDownLatch(MANY);
        for (int i = 0; i < MANY; i++) {
            threads.run(() -> {
                await(all);
                done.countDown();
            });
        }
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName("An endless task delays no other task")
    void oneThatNeverEnds() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(2 * MANY);
        try {
            for (int i = 0; i < 2 * MANY; i++) {
                if (i == MANY) {
                    threads.run(() -> await(never));
                }
                threads.run(done::countDown);
            }
            assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
            // and so it continues after the test has stopped looking
            CountDownLatch another = new CountDownLatch(1);
            threads.run(() -> await(never));
            threads.run(another::countDown);
            assertThat(another.await(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            never.countDown();
        }
    }

    @Test
    @DisplayName("Each task runs once")
    void eachOnce() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(4 * MANY);
        for (int thread = 0; thread < 4; thread++) {
            Thread.ofPlatform().daemon().start(() -> {
                for (int i = 0; i < MANY; i++) {
                    threads.run(() -> {
                        ran.incrementAndGet();
                        done.countDown();
                    });
                }
            });
        }
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).hasValue(4 * MANY);
    }

    @Test
    @DisplayName("A failing task stops no later task")
    void oneThatFails() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        threads.run(() -> {
            throw new IllegalStateException("as a caller's code may");
        });
        threads.run(done::countDown);
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName("A task that leaves its thread interrupted does not interrupt the next one")
    void oneThatLeavesItselfInterrupted() throws Exception {
        CompletableFuture<Boolean> next = new CompletableFuture<>();
        threads.run(() -> {
            threads.run(() -> next.complete(Thread.currentThread().isInterrupted()));
            Thread.currentThread().interrupt();
        });
        assertThat(next.get(30, TimeUnit.SECONDS)).isFalse();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
