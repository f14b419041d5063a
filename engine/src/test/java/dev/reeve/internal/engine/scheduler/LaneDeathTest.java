package dev.reeve.internal.engine.scheduler;

import static dev.reeve.internal.engine.scheduler.LaneFixture.WORKFLOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionId;
import dev.reeve.LaneOptions;
import dev.reeve.internal.engine.scheduler.batch.DeadlineListener;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.spi.store.Due;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.ForwardingLaneStore;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.ShardSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** R20, F60: nothing that is thrown in a lane makes it stand still in silence. */
final class LaneDeathTest {

    /** The next fault; empty for none. */
    private final Queue<Throwable> troubles = new ArrayDeque<>();

    @Test
    @DisplayName("R20 F60: an error after a commit ends the lane's loop, and its callers get an error")
    void errorsAfterTheCommitEndTheLoop() {
        LaneFixture fixture = fixture(lane -> lane, deadlines -> trouble());
        fixture.settle();
        troubles.add(new OutOfMemoryError("made up"));

        CompletableFuture<Started> promise = fixture.offer(WORKFLOW);

        assertThatThrownBy(fixture::settle).isInstanceOf(OutOfMemoryError.class);
        fixture.lane().close();
        assertThat(promise).isCompletedExceptionally();
    }

    @Test
    @DisplayName("R20 F60: an error while executions are loaded ends the lane's loop")
    void errorsWhileLoadingEndTheLoop() {
        LaneFixture fixture = fixture(
                lane -> new ForwardingLaneStore(lane) {
                    @Override
                    public CompletionStage<List<Due>> due(
                            ShardSet shards, Instant until, @Nullable Due after, int limit) {
                        return super.due(shards, until, after, limit).thenApply(dues -> {
                            trouble();
                            return dues;
                        });
                    }
                },
                deadlines -> {});
        troubles.add(new NoClassDefFoundError("made up"));

        assertThatThrownBy(fixture::settle).isInstanceOf(NoClassDefFoundError.class);
    }

    @Test
    @DisplayName("R20: a store that throws is asked again, also while the lane is taken again")
    void storesThatThrowAreAskedAgain() {
        LaneFixture fixture = fixture(
                lane -> new ForwardingLaneStore(lane) {
                    @Override
                    public CompletionStage<Reacquired> reacquire() {
                        trouble();
                        return super.reacquire();
                    }

                    @Override
                    public CompletionStage<List<Due>> due(
                            ShardSet shards, Instant until, @Nullable Due after, int limit) {
                        trouble();
                        return super.due(shards, until, after, limit);
                    }
                },
                deadlines -> {});
        troubles.add(new IllegalStateException("when loading"));
        troubles.add(new IllegalStateException("when taking the lane again"));
        CompletableFuture<Started> promise = fixture.offer(WORKFLOW);

        for (int i = 0; i < 3; i++) {
            fixture.settle();
            fixture.pass(Duration.ofSeconds(5));
        }

        assertThat(promise).isCompleted();
    }

    @Test
    @DisplayName("F60: any number of pages is loaded with a bounded stack")
    void pagesDoNotPileUp() {
        int pages = 100_000;
        LaneFixture fixture = fixture(lane -> new Endless(lane, pages), deadlines -> {});

        fixture.settle();

        assertThat(fixture.lane().isIdle()).isTrue();
    }

    /** Answers with page after page of executions that are gone by the time they are loaded. */
    private static final class Endless extends ForwardingLaneStore {
        private int left;

        Endless(LaneStore lane, int pages) {
            super(lane);
            left = pages;
        }

        @Override
        public CompletionStage<List<Due>> due(ShardSet shards, Instant until, @Nullable Due after, int limit) {
            ExecutionId id = new ExecutionId(new UUID(1, left));
            return CompletableFuture.completedStage(
                    left-- > 0 ? List.of(new Due(ExecutionRow.IN_FLIGHT, id)) : List.of());
        }

        @Override
        public CompletionStage<Loaded> load(List<ExecutionId> ids, long bytesMax) {
            return CompletableFuture.completedStage(Loaded.all(List.of()));
        }
    }

    private void trouble() {
        switch (troubles.poll()) {
            case null -> {}
            case Error error -> throw error;
            case RuntimeException mistake -> throw mistake;
            case Throwable other -> throw new AssertionError(other);
        }
    }

    private static LaneFixture fixture(UnaryOperator<LaneStore> aroundLane, DeadlineListener deadlines) {
        LaneOptions options = new LaneOptions(
                100, 100, 100, 1, Duration.ofSeconds(30), LaneOptions.defaults().sweepAhead());
        return new LaneFixture(store -> store, aroundLane, deadlines, options);
    }
}
