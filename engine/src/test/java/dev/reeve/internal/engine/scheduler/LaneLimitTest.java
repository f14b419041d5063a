package dev.reeve.internal.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.LaneOptions;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.dispatch.InProcessTransport;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.ForwardingLaneStore;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreException.Kind;
import dev.reeve.spi.transport.Registration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** S8 S9: executions are moved to a version with other limits. */
final class LaneLimitTest {

    private static final Definition ONE_AT_A_TIME = version(1, "{ concurrency: 1 }");
    private static final Definition TWO_AT_A_TIME = version(2, "{ concurrency: 2 }");
    private static final Definition ONE_OF_EACH_SHOP = version(3, "{ concurrency: 1, key: '${ input.shop }' }");

    /** The outcome of the commit under test. */
    enum Fate {
        STORED,
        LANDED,
        NOT_LANDED
    }

    private final LaneFixture fixture =
            new LaneFixture(store -> store, Fateful::new, deadlines -> {}, LaneOptions.defaults());
    private Fate fate = Fate.STORED;

    private static Definition version(int number, String limit) {
        return DefinitionReader.parse("""
                workflow: test
                version: %d
                steps: { only: { action: test.only, completeBy: 1m, limit: %s } }
                """.formatted(number, limit));
    }

    @BeforeEach
    void room() {
        fixture.deploy(ONE_AT_A_TIME);
        fixture.deploy(TWO_AT_A_TIME);
        fixture.deploy(ONE_OF_EACH_SHOP);
        new InProcessTransport(fixture.dispatcher).register(new Registration("agent", Set.of("test.only"), 5));
        fixture.settle();
    }

    private ExecutionId start(Definition workflow, String input) {
        CompletableFuture<Started> started = fixture.offer(workflow, input);
        fixture.settle();
        return started.join().id();
    }

    private void move(ExecutionId id, Definition to) {
        fixture.lanes.ask(id, new Command.Move(Plan.of(to), "alice", "other limits"));
        fixture.settle();
    }

    private boolean begun(ExecutionId id) {
        return fixture.store.history(id).stream().anyMatch(row -> row.events().contains("StepStarted"));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("S9 S8 F15: a moved step does not block itself, also if only a reload reveals the move")
    void aStepThatWaitsIsMoved(Fate ofTheMove) {
        start(ONE_AT_A_TIME, "{}");
        ExecutionId waiting = start(ONE_AT_A_TIME, "{}");
        assertThat(begun(waiting)).isFalse();

        fate = ofTheMove;
        move(waiting, TWO_AT_A_TIME);

        assertThat(begun(waiting)).isTrue();
        assertThat(fixture.dispatcher.services().getFirst().queued()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("S9 S8 F15: running calls count together when the other version has no keys")
    void callsUnderWayAreMoved(Fate ofTheMove) {
        ExecutionId one = start(ONE_OF_EACH_SHOP, "{\"shop\":\"a\"}");
        ExecutionId other = start(ONE_OF_EACH_SHOP, "{\"shop\":\"b\"}");
        assertThat(begun(other)).isTrue();

        fate = ofTheMove;
        move(one, TWO_AT_A_TIME);
        move(other, TWO_AT_A_TIME);

        assertThat(begun(start(TWO_AT_A_TIME, "{}"))).isFalse();
        assertThat(begun(start(ONE_OF_EACH_SHOP, "{\"shop\":\"a\"}")))
                .as("the place of the one that was moved")
                .isTrue();
    }

    @Test
    @DisplayName("S9 S8: a call that moves there and back at once counts as before")
    void thereAndBack() {
        ExecutionId id = start(ONE_OF_EACH_SHOP, "{\"shop\":\"a\"}");
        fixture.lanes.ask(id, new Command.Move(Plan.of(ONE_AT_A_TIME), "alice", "there"));
        move(id, ONE_OF_EACH_SHOP);

        assertThat(begun(start(ONE_OF_EACH_SHOP, "{\"shop\":\"a\"}"))).isFalse();
        assertThat(begun(start(ONE_AT_A_TIME, "{}"))).isTrue();
    }

    private final class Fateful extends ForwardingLaneStore {
        private boolean lost;

        Fateful(LaneStore lane) {
            super(lane);
        }

        @Override
        public CompletionStage<CommitOutcome> commit(Batch batch) {
            Fate now = fate;
            fate = Fate.STORED;
            lost = now == Fate.NOT_LANDED;
            CompletionStage<CommitOutcome> outcome =
                    lost ? CompletableFuture.completedStage(trouble()) : super.commit(batch);
            return now == Fate.LANDED ? outcome.thenApply(stored -> trouble()) : outcome;
        }

        @Override
        public CompletionStage<Reacquired> reacquire() {
            return super.reacquire().thenApply(found -> lost ? Reacquired.NOT_LANDED : found);
        }

        private CommitOutcome trouble() {
            return new CommitOutcome.InDoubt(new StoreException(Kind.UNAVAILABLE, "made up", null));
        }
    }
}
