package dev.reeve.internal.engine.scheduler;

import static dev.reeve.internal.engine.scheduler.LaneFixture.WORKFLOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.LaneOptions;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.ForwardingLaneStore;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.StoreException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A message that the store refuses costs those beside it a few batches, and not one for each of them. */
final class LanePoisonTest {

    private static final int BESIDE = 1_999;

    private final Set<ExecutionId> refused = new HashSet<>();
    private int commits;

    private final LaneFixture fixture =
            new LaneFixture(store -> store, Choosy::new, deadlines -> {}, LaneOptions.defaults());

    @Test
    @DisplayName("One of 2,000 starts that cannot be stored is found by halving, and all others are stored")
    void oneOfManyIsFoundByHalving() {
        assertFound(1);
    }

    @Test
    @DisplayName("Three of 2,000 that cannot be stored are found by halving, too")
    void threeOfManyAreFound() {
        assertFound(3);
    }

    @Test
    @DisplayName("T3: a lane with messages to decide again is not idle")
    void whatIsToBeRepeatedIsNotOver() {
        fixture.deploy(WORKFLOW);
        settle();
        StartRequest bad = fixture.request(WORKFLOW);
        refused.add(bad.id());
        CompletableFuture<Started> good = fixture.offer(WORKFLOW);
        CompletableFuture<Started> poisoned = fixture.lanes.start(bad).toCompletableFuture();

        while (!good.isDone() || !poisoned.isDone()) {
            assertThat(fixture.lane().isIdle()).isFalse();
            fixture.lane().runOnce();
        }
        settle();
        assertThat(fixture.lane().isIdle()).isTrue();
    }

    private void assertFound(int bad) {
        fixture.deploy(WORKFLOW);
        settle();
        List<CompletableFuture<Started>> good = new ArrayList<>();
        List<CompletableFuture<Started>> poisoned = new ArrayList<>();
        for (int i = 0; i <= BESIDE; i++) {
            StartRequest request = fixture.request(WORKFLOW);
            boolean isBad = i % 700 == 300 && poisoned.size() < bad;
            if (isBad) {
                refused.add(request.id());
            }
            (isBad ? poisoned : good).add(fixture.lanes.start(request).toCompletableFuture());
        }
        commits = 0;

        settle();

        assertThat(good).allMatch(CompletableFuture::isDone);
        good.forEach(CompletableFuture::join);
        assertThat(poisoned)
                .hasSize(bad)
                .allSatisfy(start -> assertThatThrownBy(start::join)
                        .isInstanceOf(CompletionException.class)
                        .cause()
                        .isInstanceOfSatisfying(
                                ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT)));
        // 11 times the half with the bad one fails, and 11 times the other one is stored.
        assertThat(commits).isLessThanOrEqualTo(bad * 25);
    }

    private void settle() {
        for (int i = 0; i < 200; i++) {
            if (fixture.lane().runOnce() > 0) {
                return;
            }
        }
        throw new AssertionError("the lane goes on and on");
    }

    /** Stores nothing beside what it refuses. */
    private final class Choosy extends ForwardingLaneStore {
        private boolean lost;

        Choosy(LaneStore lane) {
            super(lane);
        }

        @Override
        public CompletionStage<CommitOutcome> commit(Batch batch) {
            commits++;
            lost = batch.started().stream().anyMatch(row -> refused.contains(row.id()));
            return lost
                    ? CompletableFuture.completedStage(new CommitOutcome.InDoubt(
                            new StoreException(StoreException.Kind.DATA, "made up: it cannot be kept", null)))
                    : super.commit(batch);
        }

        @Override
        public CompletionStage<Reacquired> reacquire() {
            return lost ? CompletableFuture.completedStage(Reacquired.NOT_LANDED) : super.reacquire();
        }
    }
}
