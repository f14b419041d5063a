package dev.reeve.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.core.Command;
import dev.reeve.core.ExecutionId;
import dev.reeve.model.Workflow;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A lane whose thread does not come back from deciding about an execution goes on with another thread. */
final class LaneTakenTest {

    private static final Workflow ONE = Workflow.parse("""
            workflow: one
            version: 1
            steps:
              only: { action: test.only }
            """);

    private final LaneFixture fixture = new LaneFixture();
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger blocked = new AtomicInteger();
    private volatile @Nullable ExecutionId hostile;

    /** Really blocks: an interrupt does not end it. */
    private void block(ExecutionId execution) {
        if (!execution.equals(hostile)) {
            return;
        }
        blocked.incrementAndGet();
        while (release.getCount() > 0) {
            try {
                release.await();
            } catch (InterruptedException e) {
                // that is what is tested
            }
        }
    }

    @AfterEach
    void letGo() {
        hostile = null;
        release.countDown();
        DecidingHook.set(null);
    }

    private Thread hang() {
        Thread before = Thread.ofPlatform().daemon().start(fixture::settle);
        await().until(() -> blocked.get() > 0);
        return before;
    }

    @Test
    @DisplayName(
            "The execution is left alone, the others go on, and what the thread before has decided counts for nothing")
    void anExecutionThatHangsIsLeftAlone() throws InterruptedException {
        fixture.settle();
        CompletableFuture<Started> started = fixture.offer(ONE);
        fixture.settle();
        ExecutionId hanging = started.join().id();
        CompletableFuture<Ended> end = fixture.lanes.awaitEnd(hanging).toCompletableFuture();
        fixture.settle();
        DecidingHook.set(this::block);
        hostile = hanging;
        CompletableFuture<Started> first = fixture.offer(ONE);
        CompletableFuture<Void> cancelled = fixture.lanes
                .ask(hanging, new Command.Cancel("alice", "why not"))
                .toCompletableFuture();
        CompletableFuture<Started> second = fixture.offer(ONE);

        Thread before = hang();
        Object deciding = Objects.requireNonNull(fixture.lane().deciding());
        assertThat(fixture.lane().takeFrom(new Object(), Duration.ofSeconds(5))).isNull();
        assertThat(fixture.lane().takeFrom(deciding, Duration.ofSeconds(5))).isEqualTo(hanging);
        assertThat(fixture.lane().takeFrom(deciding, Duration.ofSeconds(5))).isNull();
        fixture.settle();

        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
        assertThat(cancelled).isCompletedExceptionally();
        assertThat(end).isCompletedExceptionally();
        assertThat(fixture.lane().stats().quarantined()).isEqualTo(1);
        assertThat(fixture.lane().hanging()).isEqualTo(1);
        int rows = fixture.store.history(hanging).size();

        release.countDown();
        before.join();
        fixture.settle();

        assertThat(fixture.lane().hanging()).isZero();
        assertThat(fixture.store.history(hanging)).hasSize(rows);
        CompletableFuture<Started> later = fixture.offer(ONE);
        fixture.settle();
        assertThat(later).isCompleted();
    }

    @Test
    @DisplayName("Nothing is stored of a start that hangs, and its caller is told")
    void aStartThatHangsIsRefused() throws InterruptedException {
        fixture.settle();
        DecidingHook.set(this::block);
        StartRequest request = fixture.request(ONE);
        hostile = request.id();
        CompletableFuture<Started> refused = fixture.lanes.start(request).toCompletableFuture();
        CompletableFuture<Started> other = fixture.offer(ONE);

        Thread before = hang();
        fixture.lane().takeFrom(Objects.requireNonNull(fixture.lane().deciding()), Duration.ofSeconds(5));
        fixture.settle();
        release.countDown();
        before.join();
        fixture.settle();

        assertThat(refused).isCompletedExceptionally();
        assertThat(other).isCompleted();
        assertThat(fixture.store.find(request.id())).isEmpty();
    }

    @Test
    @DisplayName("An execution that hangs when it is loaded is left alone, and the others are loaded")
    void anExecutionThatHangsWhenItIsLoaded() throws InterruptedException {
        fixture.deploy(ONE);
        fixture.settle();
        CompletableFuture<Started> started = fixture.offer(ONE);
        CompletableFuture<Started> other = fixture.offer(ONE);
        fixture.settle();
        DecidingHook.set(this::block);
        hostile = started.join().id();
        fixture.takenOver();

        Thread before = hang();
        fixture.lane().takeFrom(Objects.requireNonNull(fixture.lane().deciding()), Duration.ofSeconds(5));
        fixture.settle();
        release.countDown();
        before.join();
        CompletableFuture<Void> cancelled = fixture.lanes
                .ask(other.join().id(), new Command.Cancel("alice", "why not"))
                .toCompletableFuture();
        fixture.settle();

        assertThat(cancelled).isCompleted();
        assertThat(fixture.lane().stats().quarantined()).isEqualTo(1);
    }
}
