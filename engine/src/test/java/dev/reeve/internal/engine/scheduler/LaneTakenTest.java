package dev.reeve.internal.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.ExecutionId;
import dev.reeve.LaneOptions;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.scheduler.decision.DecidingHook;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.ForwardingLaneStore;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A lane whose thread does not come back from deciding about an execution goes on with another thread. */
final class LaneTakenTest {

    private static final Definition ONE = DefinitionReader.parse("""
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
                // the case under test
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
    @DisplayName("The execution is left alone, the others continue, and the late decision of the old thread is "
            + "discarded")
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
    @DisplayName("A hanging start is not stored, and its caller gets an error")
    void aStartThatHangsIsRefused() throws InterruptedException {
        fixture.settle();
        DecidingHook.set(this::block);
        List<ExecutionId> told = new CopyOnWriteArrayList<>();
        fixture.lane().onShunned((execution, why) -> told.add(execution));
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
        assertThat(told).isEmpty();
    }

    @Test
    @DisplayName("An execution that hangs during loading is left alone, and the others are loaded")
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

    /** A caller waits for the end of an execution. The end is stored, and the lane has not heard so. */
    private record UnheardEnd(LaneFixture owner, ExecutionId execution, CompletableFuture<Ended> end) {

        static UnheardEnd make() {
            LostAnswers[] lanes = new LostAnswers[1];
            LaneFixture owner = new LaneFixture(
                    store -> store, lane -> lanes[0] = new LostAnswers(lane), deadlines -> {}, LaneOptions.defaults());
            owner.settle();
            CompletableFuture<Started> started = owner.offer(ONE);
            owner.settle();
            ExecutionId execution = started.join().id();
            CompletableFuture<Ended> end = owner.lanes.awaitEnd(execution).toCompletableFuture();
            owner.settle();
            lanes[0].lost = true;
            CompletableFuture<?> unused = owner.lanes
                    .ask(execution, new Command.Cancel("alice", "why not"))
                    .toCompletableFuture();
            owner.lane().runOnce();
            lanes[0].lost = false;
            return new UnheardEnd(owner, execution, end);
        }

        void assertLaneWorks() {
            CompletableFuture<Started> later = owner.offer(ONE);
            owner.settle();
            assertThat(later).isCompleted();
        }
    }

    @Test
    @DisplayName("A hang while an awaited end is read takes nothing from the next thread")
    void anEndThatHangsWhenItIsLookedFor() throws InterruptedException {
        UnheardEnd unheard = UnheardEnd.make();
        LaneFixture owner = unheard.owner();
        DecidingHook.set(this::block);
        hostile = unheard.execution();

        Thread before = Thread.ofPlatform().daemon().start(owner::settle);
        await().until(() -> blocked.get() > 0);
        owner.lane().takeFrom(Objects.requireNonNull(owner.lane().deciding()), Duration.ofSeconds(5));
        release.countDown();
        before.join();
        DecidingHook.set(null);

        unheard.assertLaneWorks();
        assertThat(unheard.end()).isDone();
    }

    @Test
    @DisplayName("An end that needs too much stack to be read leaves the execution alone, and the lane running")
    void anEndThatNeedsTooMuchStack() {
        UnheardEnd unheard = UnheardEnd.make();
        DecidingHook.set(execution -> {
            if (execution.equals(unheard.execution())) {
                throw new StackOverflowError("made up");
            }
        });

        unheard.owner().settle();

        assertThat(unheard.end()).isCompletedExceptionally();
        assertThat(unheard.owner().lane().stats().quarantined()).isEqualTo(1);
        unheard.assertLaneWorks();
    }

    @Test
    @DisplayName("Executions that are left alone raise an alert; for the start of a hanging child the parent is named")
    void theParentOfAChildThatHangsIsLeftAlone() throws InterruptedException {
        fixture.deploy(DefinitionReader.parse("workflow: parent\nsteps: { call: { workflow: one } }"));
        fixture.deploy(ONE);
        fixture.settle();
        Map<ExecutionId, String> told = new ConcurrentHashMap<>();
        fixture.lane().onShunned((execution, why) -> told.put(execution, String.valueOf(why.getMessage())));
        StartRequest parent =
                fixture.request(DefinitionReader.parse("workflow: parent\nsteps: { call: { workflow: one } }"));
        DecidingHook.set(execution -> {
            if (!execution.equals(parent.id())) {
                hostile = execution;
                block(execution);
            }
        });
        CompletableFuture<Started> started = fixture.lanes.start(parent).toCompletableFuture();

        Thread before = hang();
        fixture.lane().takeFrom(Objects.requireNonNull(fixture.lane().deciding()), Duration.ofSeconds(5));
        release.countDown();
        before.join();
        DecidingHook.set(null);
        fixture.settle();

        assertThat(started).isCompleted();
        assertThat(told).containsOnlyKeys(parent.id());
        assertThat(told.get(parent.id())).contains("took longer than");
        assertThat(fixture.lane().stats().quarantined()).isEqualTo(1);
    }

    /** Stores a batch, and neither says so then nor knows it later. */
    private static final class LostAnswers extends ForwardingLaneStore {
        private boolean lost;

        private boolean denied;

        LostAnswers(LaneStore lane) {
            super(lane);
        }

        @Override
        public CompletionStage<CommitOutcome> commit(Batch batch) {
            CompletionStage<CommitOutcome> committed = super.commit(batch);
            denied = lost;
            return lost
                    ? CompletableFuture.completedStage(new CommitOutcome.InDoubt(
                            new StoreException(StoreException.Kind.UNAVAILABLE, "made up", null)))
                    : committed;
        }

        @Override
        public CompletionStage<Reacquired> reacquire() {
            return super.reacquire().thenApply(found -> denied ? Reacquired.NOT_LANDED : found);
        }
    }
}
