package dev.reeve.internal.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.LaneOptions;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.dispatch.InProcessTransport;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.ForwardingLaneStore;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A failover to a server that lagged behind forgets who owns a shard. For a moment two nodes write about the same
 * executions, and what one of them has in memory is stale.
 */
final class LaneStaleTest {

    private static final Definition WORKFLOW = DefinitionReader.parse("""
            workflow: two
            version: 1
            steps:
              a: { action: test.a, completeBy: 1h, after: [] }
              b: { action: test.b, completeBy: 1h, after: [] }
            """);

    private final Set<ExecutionId> bad = new HashSet<>();
    private StoreException.Kind kind = StoreException.Kind.STALE;
    private int commits;

    private final NodeFixture nodes = new NodeFixture(WORKFLOW);
    private final NodeFixture.SideNode first = nodes.first;
    private final NodeFixture.SideNode second = nodes.second;

    @Test
    @DisplayName("F22, I5: the result of an agent counts although another node has written about its execution")
    void theResultCounts() {
        first.dispatcher.alive(Map.of(2, "second"));
        second.dispatcher.alive(Map.of(1, "first"));
        SessionId agent = first.transport
                .register(new Registration("agent", Set.of("test.a", "test.b"), 2))
                .toCompletableFuture()
                .join();
        ExecutionId id = nodes.started();
        List<AttemptToken> tokens = exchange(agent, Exchange.NOTHING);
        assertThat(tokens).hasSize(2);

        second.lanes.acquire(second.lane, ShardSet.ALL); // and the first node does not know it
        nodes.settle();
        exchange(agent, new Exchange(List.of(new Report.Completed(tokens.getFirst(), new Json("1"))), List.of()));
        nodes.settle();
        CompletableFuture<Void> reported = second.lanes
                .ask(id, new Command.CompleteAttempt(tokens.getLast(), new Json("2")))
                .toCompletableFuture();
        nodes.settle();

        assertThat(reported).isCompleted();
        assertThat(nodes.store.history(id).toString()).doesNotContain("OUTPUT_REFUSED_BY_STORE");
        assertThat(nodes.store.find(id).orElseThrow().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("F22: a start that is refused as stale three times is decided again each time, and stored")
    void isDecidedAgain() {
        LaneFixture fixture = refusing(3);
        StartRequest request = fixture.request(LaneFixture.WORKFLOW);
        bad.add(request.id());

        CompletableFuture<Started> started = fixture.lanes.start(request).toCompletableFuture();
        play(fixture);

        assertThat(started).isCompletedWithValue(new Started(request.id(), false));
        assertThat(commits).isEqualTo(4);
        assertThat(fixture.lane().isCutOff()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"STALE", "DATA"})
    @DisplayName("F22, L7: an execution that the store refuses at each reload is quarantined with an alert, and the "
            + "others beside it go on")
    void staysRefused(StoreException.Kind why) {
        kind = why;
        LaneFixture fixture = refusing(Integer.MAX_VALUE);
        List<ExecutionId> ids = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            ids.add(started(fixture));
        }
        List<ExecutionId> alerts = new ArrayList<>();
        fixture.lane().onShunned((id, cause) -> alerts.add(id));
        ExecutionId damaged = ids.get(5);
        bad.add(damaged);
        commits = 0;

        new InProcessTransport(fixture.dispatcher).register(new Registration("agent", Set.of("test.only"), 8));
        play(fixture);
        List<CompletableFuture<Void>> cancelled = ids.stream()
                .map(id -> fixture.lanes
                        .ask(id, new Command.Cancel("alice", "no longer wanted"))
                        .toCompletableFuture())
                .toList();
        play(fixture);

        assertThat(alerts).containsExactly(damaged);
        assertThat(fixture.lane().stats().quarantined()).isEqualTo(1);
        for (int i = 0; i < ids.size(); i++) {
            if (i == 5) {
                assertThat(cancelled.get(i)).isCompletedExceptionally();
                assertThat(fixture.store.history(ids.get(i))).hasSize(1);
            } else {
                assertThat(cancelled.get(i)).isCompleted();
                assertThat(fixture.store.history(ids.get(i)).toString()).contains("StepStarted", "CancelRequested");
            }
        }
        assertThat(commits).isLessThan(100);
        assertThat(fixture.lane().isCutOff()).isFalse();
    }

    @Test
    @DisplayName("L7, L1: an execution that the store refuses seven times at a reload, and then no longer, goes on")
    void isRefusedForAWhile() {
        kind = StoreException.Kind.DATA;
        LaneFixture fixture = refusing(7);
        ExecutionId id = started(fixture);
        bad.add(id);

        new InProcessTransport(fixture.dispatcher).register(new Registration("agent", Set.of("test.only"), 8));
        play(fixture);

        assertThat(fixture.lane().stats().quarantined()).isZero();
        assertThat(fixture.store.history(id).toString()).contains("StepStarted");
    }

    @Test
    @DisplayName("L7: the output of an agent that the store refuses seven times, and then no longer, counts")
    void anOutputIsRefusedForAWhile() {
        kind = StoreException.Kind.DATA;
        LaneFixture fixture = refusing(7);
        ExecutionId id = started(fixture);
        InProcessTransport transport = new InProcessTransport(fixture.dispatcher);
        SessionId agent = transport
                .register(new Registration("agent", Set.of("test.only"), 8))
                .toCompletableFuture()
                .join();
        play(fixture);
        AttemptToken token = transport
                .exchange(agent, Exchange.NOTHING, Duration.ZERO)
                .toCompletableFuture()
                .join()
                .requests()
                .getFirst()
                .token();
        bad.add(id);

        CompletableFuture<Void> reported = fixture.lanes
                .ask(id, new Command.CompleteAttempt(token, new Json("1")))
                .toCompletableFuture();
        play(fixture);

        assertThat(reported).isCompleted();
        assertThat(fixture.store.history(id).toString())
                .contains("StepCompleted")
                .doesNotContain("OUTPUT_REFUSED_BY_STORE");
    }

    private static ExecutionId started(LaneFixture fixture) {
        CompletableFuture<Started> started = fixture.offer(LaneFixture.WORKFLOW);
        play(fixture);
        return started.join().id();
    }

    /** A lane whose store finds batches about {@link #bad} stale. */
    private LaneFixture refusing(int times) {
        LaneFixture fixture = new LaneFixture(
                store -> store, lane -> new Refusing(lane, times), deadlines -> {}, LaneOptions.defaults());
        fixture.deploy(LaneFixture.WORKFLOW);
        fixture.settle();
        commits = 0;
        return fixture;
    }

    /** Long enough for all rests between the tries. */
    private static void play(LaneFixture fixture) {
        for (int i = 0; i < 200; i++) {
            fixture.settle();
            fixture.pass(Duration.ofMillis(50));
        }
    }

    /** Has something else than the lane about some executions. */
    private final class Refusing extends ForwardingLaneStore {
        private int left;
        private boolean lost;

        Refusing(LaneStore lane, int times) {
            super(lane);
            left = times;
        }

        @Override
        public CompletionStage<CommitOutcome> commit(Batch batch) {
            commits++;
            lost = left > 0 && batch.journal().stream().anyMatch(row -> bad.contains(row.id()));
            if (!lost) {
                return super.commit(batch);
            }
            left--;
            return CompletableFuture.completedStage(
                    new CommitOutcome.InDoubt(new StoreException(kind, "made up: it is there already", null)));
        }

        @Override
        public CompletionStage<Reacquired> reacquire() {
            return super.reacquire().thenApply(found -> lost ? Reacquired.NOT_LANDED : found);
        }
    }

    private List<AttemptToken> exchange(SessionId agent, Exchange exchange) {
        return first.transport.exchange(agent, exchange, Duration.ZERO).toCompletableFuture().join().requests().stream()
                .map(AttemptRequest::token)
                .toList();
    }
}
