package dev.reeve.internal.engine.scheduler;

import static dev.reeve.internal.engine.scheduler.LaneFixture.WORKFLOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.KeyPolicy;
import dev.reeve.LaneOptions;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.engine.scheduler.message.Letter;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.ForwardingLaneStore;
import dev.reeve.spi.store.InboxKey;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.ReplyRow;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S3: starts whose key a foreign transaction holds, and those beside them. */
final class LaneHeldKeyTest {

    private static final Duration PATIENCE = Duration.ofMillis(500);
    private static final Duration MOMENT = Duration.ofMillis(25);
    private static final int LOOKS_MAX = 20;

    private final Set<ExecutionId> held = new HashSet<>();
    private int commits;
    private int looks;
    private int reloads;

    private final LaneFixture fixture =
            new LaneFixture(store -> store, Locked::new, deadlines -> {}, LaneOptions.defaults());

    @BeforeEach
    void deploy() {
        fixture.deploy(WORKFLOW);
        fixture.settle();
        commits = 0;
        reloads = 0;
    }

    private StartRequest keyed(String key) {
        Event.ExecutionStarted started = new Event.ExecutionStarted(
                WORKFLOW.name(), WORKFLOW.version(), "default", key, new Json("{}"), 0, Map.of(), null, 1);
        return new StartRequest(
                Ids.ofKey("default", key), Plan.of(WORKFLOW), started, 0, List.of(), null, KeyPolicy.RETURN, null);
    }

    private void hold(String key) {
        held.add(Ids.ofKey("default", key));
    }

    private CompletableFuture<Started> start(String key) {
        return fixture.lanes.start(keyed(key)).toCompletableFuture();
    }

    private void moment() {
        fixture.pass(MOMENT);
        fixture.settle();
    }

    private static void assertToldToRepeat(CompletableFuture<?> start) {
        LaneFixture.assertTold(
                start, ErrorCode.STORE_UNAVAILABLE, "its key is held by a transaction that has not ended");
    }

    @Test
    @DisplayName("Twenty starts of a held key, one after the other, delay no other start, and the lane never reloads")
    void twentyRepeatedStarts() {
        hold("held");
        for (int i = 0; i < 20; i++) {
            CompletableFuture<Started> waits = start("held");
            CompletableFuture<Started> plain = fixture.offer(WORKFLOW);
            CompletableFuture<Started> other = start("other-" + i);

            fixture.settle();

            assertThat(plain).as("at once").isCompleted();
            assertThat(other).as("at once").isCompleted();
            assertThat(waits).isNotDone();
            looks = 0;
            for (Duration passed = Duration.ZERO; passed.compareTo(PATIENCE) <= 0; passed = passed.plus(MOMENT)) {
                moment();
            }
            assertToldToRepeat(waits);
            assertThat(looks).isBetween(1, LOOKS_MAX);
        }
        assertThat(commits).as("one for the two others each time").isEqualTo(20);
        assertThat(reloads).isZero();
    }

    @Test
    @DisplayName("Twenty starts of a held key at once are looked at together")
    void twentyAtOnce() {
        hold("held");
        List<CompletableFuture<Started>> waiting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waiting.add(start("held"));
        }
        fixture.settle();
        looks = 0;

        moment();

        assertThat(looks).isEqualTo(1);
        assertThat(commits).isZero();
        held.clear();
        moment();
        assertThat(waiting).allMatch(CompletableFuture::isDone);
        assertThat(waiting.stream().map(CompletableFuture::join).filter(started -> !started.existing()))
                .as("one of them starts it")
                .hasSize(1);
    }

    @Test
    @DisplayName("A start goes on a moment after its key is free, and its lane is not idle until then")
    void goesOn() {
        hold("held");
        CompletableFuture<Started> waits = start("held");
        fixture.settle();
        moment();
        assertThat(waits).isNotDone();
        assertThat(fixture.lane().isIdle()).isFalse();

        held.clear();
        moment();

        assertThat(waits.join().existing()).isFalse();
        assertThat(fixture.lane().isIdle()).isTrue();
        assertThat(fixture.lane().runOnce()).as("nothing is left to look at").isEqualTo(Long.MAX_VALUE);
    }

    @Test
    @DisplayName("A start of a key that is known is answered, even if its successor is being started elsewhere")
    void aKnownKeyIsAnswered() {
        CompletableFuture<Started> first = start("known");
        fixture.settle();
        assertThat(first).isCompleted();
        fixture.takenOver(Locked::new);
        fixture.settle();
        hold("known");

        CompletableFuture<Started> again = start("known");
        fixture.settle();

        assertThat(again.join().existing()).isTrue();
    }

    @Test
    @DisplayName("No more than a thousand starts wait for held keys in one lane")
    void aThousandWait() {
        List<CompletableFuture<Started>> waiting = new ArrayList<>();
        for (int i = 0; i <= 1_000; i++) {
            hold("held-" + i);
            waiting.add(start("held-" + i));
        }
        fixture.settle();

        assertThat(waiting.stream().filter(CompletableFuture::isDone)).hasSize(1);
        assertToldToRepeat(waiting.getLast());
    }

    @Test
    @DisplayName("A caller that waits for a held key hears of the end of the lane")
    void theLaneEnds() {
        hold("held");
        CompletableFuture<Started> waits = start("held");
        fixture.settle();

        fixture.lane().close();

        LaneFixture.assertTold(waits, ErrorCode.CLOSED, "closed");
    }

    @Test
    @DisplayName("H2: a forwarded start of a held key stays in the inbox while it waits, and is given back afterwards")
    void aForwardedStart() {
        hold("held");
        Forwarded letter = new Forwarded(keyed("held"));
        fixture.lane().offer(new Message.Forwarded(letter));
        fixture.settle();
        assertThat(letter.fate).isEmpty();

        fixture.pass(PATIENCE);
        fixture.settle();

        assertThat(letter.fate).singleElement().satisfies(cause -> {
            assertThat(cause.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            assertThat(cause.getCause())
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            locked -> assertThat(locked.kind()).isEqualTo(StoreException.Kind.LOCKED));
        });
        assertThat(commits).isZero();
    }

    /** A start of another node that is never applied. */
    private static final class Forwarded implements Letter {
        private final StartRequest request;
        private final List<ReeveException> fate = new ArrayList<>();

        Forwarded(StartRequest request) {
            this.request = request;
        }

        @Override
        public InboxKey key() {
            throw new AssertionError("it is not applied");
        }

        @Override
        public ExecutionId execution() {
            return request.id();
        }

        @Override
        public Message open() {
            return new Message.Begin(request, new CompletableFuture<>());
        }

        @Override
        public @Nullable ReplyRow reply() {
            throw new AssertionError("it is not applied");
        }

        @Override
        public void applied() {
            throw new AssertionError("it is not applied");
        }

        @Override
        public void failed(ReeveException cause) {
            fate.add(cause);
        }
    }

    /** A store in which transactions of others hold keys. A batch that starts one of them would wait for them. */
    private final class Locked extends ForwardingLaneStore {

        Locked(LaneStore lane) {
            super(lane);
        }

        @Override
        public CompletionStage<Set<ExecutionId>> held(List<ExecutionId> ids) {
            looks++;
            return CompletableFuture.completedStage(
                    ids.stream().filter(held::contains).collect(Collectors.toSet()));
        }

        @Override
        public CompletionStage<CommitOutcome> commit(Batch batch) {
            commits++;
            assertThat(batch.started()).noneMatch(row -> held.contains(row.id()));
            return super.commit(batch);
        }

        @Override
        public CompletionStage<Reacquired> reacquire() {
            reloads++;
            return super.reacquire();
        }
    }
}
