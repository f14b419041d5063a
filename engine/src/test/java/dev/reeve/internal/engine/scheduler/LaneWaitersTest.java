package dev.reeve.internal.engine.scheduler;

import static dev.reeve.internal.engine.scheduler.LaneFixture.WORKFLOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.LaneOptions;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.ForwardingLaneStore;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Nobody waits for the end of what is not there any more. */
final class LaneWaitersTest {

    private static final Definition SLEEPER = DefinitionReader.parse("""
            workflow: sleeper
            version: 1
            steps:
              only: { wait: 2h }
            """);

    private static final LaneOptions PAGES_OF_TWO = pagesOfTwo();

    private final Set<ExecutionId> gone = new HashSet<>();
    private final Set<ExecutionId> damaged = new HashSet<>();
    private final Outage outage = new Outage();

    private final LaneFixture fixture = new LaneFixture(store -> store, Forgetful::new, deadlines -> {}, PAGES_OF_TWO);

    private static LaneOptions pagesOfTwo() {
        LaneOptions usual = LaneOptions.defaults();
        return new LaneOptions(
                usual.batchMessagesMax(),
                usual.waitingStartsMax(),
                usual.activeMax(),
                2,
                usual.parkAfter(),
                usual.sweepAhead());
    }

    @Test
    @DisplayName("Callers that wait for lost executions get an error, and the others keep waiting")
    void thoseWhoWaitForWhatIsLostAreTold() {
        fixture.settle();
        List<CompletableFuture<Ended>> lost = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ExecutionId id = started(WORKFLOW);
            lost.add(awaited(id));
            gone.add(id);
        }
        ExecutionId parked = started(SLEEPER);
        CompletableFuture<Ended> ofParked = awaited(parked);
        CompletableFuture<Ended> ofKept = awaited(started(WORKFLOW));
        assertThat(lost).noneMatch(CompletableFuture::isDone);

        failOver();

        lost.forEach(end -> LaneFixture.assertTold(end, ErrorCode.LOST, "is not in the store any more"));
        assertThat(ofKept.isDone() || ofParked.isDone()).isFalse();
        fixture.pass(Duration.ofHours(3));
        fixture.lanes.sweep();
        fixture.settle();
        fixture.lanes.wake(parked, fixture.clock.now());
        fixture.settle();
        assertThat(ofParked.join().status()).isEqualTo(ExecutionStatus.COMPLETED);
        LaneFixture.assertTold(awaited(gone.iterator().next()), ErrorCode.NOT_FOUND, "there is no execution");
    }

    @Test
    @DisplayName("Callers that wait for an execution that cannot be read again get an error")
    void thoseWhoWaitForWhatIsDamagedAreTold() {
        fixture.settle();
        ExecutionId id = started(WORKFLOW);
        CompletableFuture<Ended> end = awaited(id);
        damaged.add(id);

        failOver();

        LaneFixture.assertTold(end, ErrorCode.STORE_UNUSABLE, "left alone");
        LaneFixture.assertTold(awaited(id), ErrorCode.STORE_UNUSABLE, "left alone");
    }

    @Test
    @DisplayName("A caller whose batch is not stored keeps waiting while it is decided again")
    void whoWaitsInABatchThatDoesNotLandWaitsOn() {
        fixture.settle();
        StartRequest request = fixture.request(WORKFLOW);
        CompletableFuture<Started> started = fixture.lanes.start(request).toCompletableFuture();
        outage.away = true;
        fixture.settle();
        // From here on the question comes after the start, in the same batch.
        CompletableFuture<Ended> end = fixture.lanes.awaitEnd(request.id()).toCompletableFuture();
        for (int i = 0; i < 3; i++) {
            outage.unreachable = i == 0;
            fixture.pass(Duration.ofSeconds(1));
            fixture.settle();
        }
        outage.away = false;
        fixture.pass(Duration.ofSeconds(5));
        fixture.settle();

        assertThat(started).isCompleted();
        assertThat(end.isDone()).isFalse();
    }

    private ExecutionId started(Definition workflow) {
        fixture.deploy(workflow);
        CompletableFuture<Started> started = fixture.offer(workflow);
        fixture.settle();
        return started.join().id();
    }

    private CompletableFuture<Ended> awaited(ExecutionId id) {
        CompletableFuture<Ended> end = fixture.lanes.awaitEnd(id).toCompletableFuture();
        fixture.settle();
        return end;
    }

    /** The next batch finds that the store is another one. */
    private void failOver() {
        outage.away = true;
        CompletableFuture<?> unused = fixture.offer(WORKFLOW).toCompletableFuture();
        fixture.settle();
        outage.away = false;
        fixture.pass(Duration.ofSeconds(5));
        fixture.settle();
    }

    /** Does not have any more what is gone. */
    private final class Forgetful extends ForwardingLaneStore {
        Forgetful(LaneStore lane) {
            super(outage.around(lane));
        }

        @Override
        public CompletionStage<List<ExecutionRow>> find(List<ExecutionId> ids) {
            return super.find(there(ids));
        }

        @Override
        public CompletionStage<Loaded> load(List<ExecutionId> ids, long bytesMax) {
            if (ids.stream().anyMatch(damaged::contains)) {
                return CompletableFuture.failedStage(
                        new StoreException(StoreException.Kind.DATA, "made up: a row is missing", null));
            }
            return super.load(there(ids), bytesMax);
        }

        private List<ExecutionId> there(List<ExecutionId> ids) {
            return ids.stream().filter(id -> !gone.contains(id)).toList();
        }
    }
}
