package dev.reeve.internal.engine.scheduler;

import static dev.reeve.internal.engine.scheduler.LaneFixture.WORKFLOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.LaneOptions;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** T5, R53: what callers hear while the store does not do what it is asked. */
final class LaneOutageTest {

    private final Outage outage = new Outage();

    private final LaneFixture fixture =
            new LaneFixture(store -> store, outage::around, deadlines -> {}, LaneOptions.defaults());

    @Test
    @DisplayName("T5: a long outage is reported to callers of start, until it ends")
    void lastingOutagesAreTold() {
        // Otherwise it could not be read when the lane is loaded again, and its callers would get an error.
        fixture.deploy(WORKFLOW);
        fixture.settle();
        CompletableFuture<Started> known = fixture.offer(WORKFLOW);
        fixture.settle();
        CompletableFuture<Ended> end = fixture.lanes.awaitEnd(known.join().id()).toCompletableFuture();
        fixture.settle();

        outage.away = true;
        StartRequest doubtful = fixture.request(WORKFLOW);
        CompletableFuture<Started> inDoubt = fixture.lanes.start(doubtful).toCompletableFuture();
        fixture.settle();
        CompletableFuture<Started> waiting = fixture.offer(WORKFLOW);
        pass(9);
        assertThat(inDoubt.isDone() || waiting.isDone()).isFalse();
        pass(1);

        LaneFixture.assertTold(inDoubt, ErrorCode.STORE_UNAVAILABLE, "may or may not be stored");
        LaneFixture.assertTold(waiting, ErrorCode.STORE_UNAVAILABLE, "nothing was started");
        LaneFixture.assertTold(fixture.offer(WORKFLOW), ErrorCode.STORE_UNAVAILABLE, "nothing was started");

        outage.away = false;
        pass(5);
        CompletableFuture<Started> afterwards = fixture.offer(WORKFLOW);
        fixture.settle();
        assertThat(afterwards).isCompleted();
        assertThat(end.isDone()).isFalse();
        assertThat(fixture.store.find(doubtful.id()))
                .as("the start that was given up")
                .isEmpty();
    }

    @Test
    @DisplayName("T5: failures with successes between them are no outage")
    void blipsAreNotTold() {
        fixture.settle();
        for (int i = 0; i < 30; i++) {
            CompletableFuture<Started> promise = fixture.offer(WORKFLOW);
            outage.away = true;
            fixture.settle();
            outage.away = false;
            pass(1);
            assertThat(promise).isCompleted();
        }
    }

    @Test
    @DisplayName(
            "R53: a permanently unusable store is not retried forever: the lane ends, and all callers get an error")
    void storesThatCannotBeUsedEndTheLane() {
        fixture.settle();
        CompletableFuture<Started> known = fixture.offer(WORKFLOW);
        fixture.settle();
        CompletableFuture<Ended> end = fixture.lanes.awaitEnd(known.join().id()).toCompletableFuture();
        fixture.settle();

        outage.kind = StoreException.Kind.UNUSABLE;
        outage.away = true;
        CompletableFuture<Started> start = fixture.offer(WORKFLOW);
        pass(9);
        assertThat(fixture.over).isEmpty();
        pass(1);

        LaneFixture.assertTold(start, ErrorCode.STORE_UNUSABLE, "made up");
        LaneFixture.assertTold(end, ErrorCode.STORE_UNUSABLE, "made up");
        LaneFixture.assertTold(fixture.offer(WORKFLOW), ErrorCode.STORE_UNUSABLE, "made up");
        assertThat(fixture.over).extracting(ReeveException::code).containsExactly(ErrorCode.STORE_UNUSABLE);
        assertThat(fixture.lane().isOver()).isTrue();
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            fixture.settle();
            fixture.pass(Duration.ofSeconds(1));
            fixture.settle();
        }
    }
}
