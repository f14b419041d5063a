package dev.reeve.internal.engine.scheduler;

import static dev.reeve.internal.engine.scheduler.LaneFixture.WORKFLOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.LaneOptions;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.ForwardingLaneStore;
import dev.reeve.spi.store.LaneStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** R20: every caller gets an answer, also from a closing engine. */
final class LaneClosingTest {

    @Test
    @DisplayName("A closed lane refuses messages")
    void whatComesAfterClosingIsRefused() {
        LaneFixture fixture = new LaneFixture();
        fixture.settle();
        fixture.lane().close();

        CompletableFuture<Started> start = fixture.offer(WORKFLOW);
        ExecutionId id = fixture.request(WORKFLOW).id();

        assertClosed(start);
        assertClosed(fixture.lanes.ask(id, new Command.Cancel("a", "b")).toCompletableFuture());
        assertClosed(fixture.lanes.awaitEnd(id).toCompletableFuture());
    }

    @Test
    @DisplayName("A lane that hangs in its store can be abandoned: its callers get an error")
    void callersOfALaneThatHangsAreTold() {
        Hanging[] hanging = new Hanging[1];
        LaneFixture fixture = new LaneFixture(
                store -> store, lane -> hanging[0] = new Hanging(lane), deadlines -> {}, LaneOptions.defaults());
        fixture.settle();
        CompletableFuture<Started> first = fixture.offer(WORKFLOW);
        fixture.settle();
        CompletableFuture<Ended> end = fixture.lanes.awaitEnd(first.join().id()).toCompletableFuture();
        fixture.settle();
        hanging[0].hangs = new CompletableFuture<>();
        CompletableFuture<Started> underWay = fixture.offer(WORKFLOW);
        fixture.settle();
        CompletableFuture<Started> waiting = fixture.offer(WORKFLOW);

        fixture.lane().abandon();

        assertClosed(underWay);
        assertClosed(waiting);
        assertThat(end.state()).isEqualTo(Future.State.RUNNING);
        hanging[0].hangs.complete(CommitOutcome.COMMITTED);
        fixture.settle();
        assertClosed(end);
    }

    /** Its commits are answered when the test says so. */
    private static final class Hanging extends ForwardingLaneStore {
        private @Nullable CompletableFuture<CommitOutcome> hangs;

        Hanging(LaneStore lane) {
            super(lane);
        }

        @Override
        public CompletionStage<CommitOutcome> commit(Batch batch) {
            return hangs == null ? super.commit(batch) : hangs;
        }
    }

    private static void assertClosed(CompletableFuture<?> promise) {
        assertThat(promise.isDone()).isTrue();
        assertThatThrownBy(promise::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
    }
}
