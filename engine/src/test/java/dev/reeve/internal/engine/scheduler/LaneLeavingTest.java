package dev.reeve.internal.engine.scheduler;

import static dev.reeve.internal.engine.scheduler.LaneFixture.WORKFLOW;
import static dev.reeve.internal.engine.scheduler.LaneFixture.assertTold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AgentStatus;
import dev.reeve.AttemptToken;
import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A node whose shards other nodes have taken over because it did not renew its registration. */
final class LaneLeavingTest {

    private final NodeFixture nodes = new NodeFixture(WORKFLOW);
    private final NodeFixture.SideNode first = nodes.first;
    private final NodeFixture.SideNode second = nodes.second;

    private CompletableFuture<Started> start() {
        return first.lanes.start(nodes.request(WORKFLOW)).toCompletableFuture();
    }

    private CompletableFuture<Void> cancel(ExecutionId id) {
        return first.lanes
                .ask(id, new Command.Cancel("alice", "no longer wanted"))
                .toCompletableFuture();
    }

    private CompletableFuture<Ended> awaited(ExecutionId id) {
        return first.lanes.awaitEnd(id).toCompletableFuture();
    }

    private SessionId agent() {
        return first.transport
                .register(new Registration("agent", Set.of("test.only"), 1))
                .toCompletableFuture()
                .join();
    }

    private Reply exchange(SessionId agent, Exchange exchange) {
        return first.transport
                .exchange(agent, exchange, Duration.ZERO)
                .toCompletableFuture()
                .join();
    }

    private int queued() {
        return first.dispatcher.services().stream()
                .mapToInt(service -> service.queued())
                .sum();
    }

    private int freeSlots() {
        AgentStatus status = first.dispatcher.agents().getFirst();
        return status.slots() - first.dispatcher.outstanding();
    }

    @Test
    @DisplayName("H2: a lane that is fenced passes on what it has not stored, and callers who wait for an end")
    void fenced() {
        ExecutionId id = nodes.started();
        CompletableFuture<Ended> end = awaited(id);
        nodes.settle();
        first.rows.fence();

        CompletableFuture<Started> started = start();
        CompletableFuture<Void> cancelled = cancel(id);
        nodes.settle();
        CompletableFuture<Void> later = cancel(id);

        assertThat(first.over)
                .singleElement()
                .satisfies(cause -> assertThat(cause.code()).isEqualTo(ErrorCode.FENCED))
                .satisfies(
                        cause -> assertThat(cause).hasMessageContaining("other nodes have taken over the executions"));
        assertThat(first.carried)
                .hasExactlyElementsOfTypes(
                        Message.Ask.class, Message.Begin.class, Message.AwaitEnd.class, Message.Ask.class);
        assertThat(List.of(end, started, cancelled, later)).noneMatch(CompletableFuture::isDone);
        assertThat(first.lanes.owned()).isEqualTo(ShardSet.NONE);
        assertThat(queued()).isZero();
        second.claim(ShardSet.ALL);
        second.lanes.awaitEnd(id).thenAccept(((Message.AwaitEnd) first.carried.get(2)).promise()::complete);
        second.lanes.ask(id, ((Message.Ask) first.carried.getFirst()).command());
        nodes.settle();
        assertThat(end.join().status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName("H2 R5: a request in a batch in doubt fails as such; a caller who waits for an end does not notice")
    void inDoubt() {
        ExecutionId id = nodes.started();
        first.rows.losesBatches = true;
        CompletableFuture<Started> started = start();
        CompletableFuture<Void> cancelled = cancel(id);
        CompletableFuture<Ended> end = awaited(id);
        first.lane.runOnce();
        CompletableFuture<Started> undecided = start();
        first.rows.fence();
        nodes.settle();

        assertTold(started, ErrorCode.STORE_UNAVAILABLE, "may or may not be stored");
        assertTold(cancelled, ErrorCode.STORE_UNAVAILABLE, "may or may not be stored");
        assertThat(end).isNotDone();
        assertThat(undecided).isNotDone();
        assertThat(first.carried).hasExactlyElementsOfTypes(Message.AwaitEnd.class, Message.Begin.class);
    }

    @Test
    @DisplayName("H2: a node joins again with new lanes, and its agents go on")
    void joinsAgain() {
        SessionId agent = agent();
        ExecutionId id = nodes.started();
        AttemptToken token =
                exchange(agent, Exchange.NOTHING).requests().getFirst().token();
        nodes.started(); // waits for a slot
        first.rows.fence();
        first.lanes.drop(lane -> true);
        assertThat(first.lanes.all()).isEmpty();
        CompletableFuture<Void> meanwhile = cancel(id);
        assertThat(first.carried).singleElement().isInstanceOf(Message.Ask.class);
        assertThat(meanwhile).isNotDone();
        assertThat(queued()).isZero();

        first.rejoin();
        first.claim(ShardSet.ALL);
        nodes.settle();

        assertThat(queued()).isEqualTo(1);
        assertThat(first.dispatcher.outstanding()).isEqualTo(1);
        CompletableFuture<Ended> end = awaited(id);
        exchange(agent, new Exchange(List.of(new Report.Completed(token, new Json("1"))), List.of()));
        nodes.settle();
        assertThat(end.join().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(exchange(agent, Exchange.NOTHING).requests()).hasSize(1);
        assertThat(first.carried).hasSize(1);
        assertThat(first.over).isEmpty();
    }

    @Test
    @DisplayName("H2: a lane whose thread hangs in the store is dropped without it, and the rest follows")
    void hangs() {
        ExecutionId id = nodes.started();
        CompletableFuture<Ended> end = awaited(id);
        nodes.settle();
        CompletableFuture<Started> started = start();

        Lane old = first.lane;
        first.lanes.drop(lane -> false);
        assertThat(first.carried).hasExactlyElementsOfTypes(Message.Begin.class);
        first.rejoin();
        old.runOnce();

        assertThat(first.carried).hasExactlyElementsOfTypes(Message.Begin.class, Message.AwaitEnd.class);
        assertThat(started).isNotDone();
        assertThat(end).isNotDone();
    }

    @Test
    @DisplayName("H2: the slot of a step whose start was fenced is free once")
    void slots() {
        nodes.started();
        SessionId agent = agent(); // the lane gets its slot for the step
        first.rows.fence();
        nodes.settle();

        assertThat(first.lane.isFenced()).isTrue();
        assertThat(exchange(agent, Exchange.NOTHING).requests()).isEmpty();
        assertThat(freeSlots()).isEqualTo(1);
        assertThat(first.carried).isEmpty();
    }

    @Test
    @DisplayName("H2: a slot passes all steps that have left, however many there are")
    void manySteps() {
        first.lanes.drop(lane -> true);
        List<ReadyStep> steps = new ArrayList<>();
        for (int i = 1; i <= 50_000; i++) {
            steps.add(new ReadyStep(nodes.started(i), StepPath.of("only"), "test.only", 0, false, null));
        }
        first.dispatcher.enqueue(steps);

        agent();

        assertThat(queued()).isZero();
        assertThat(freeSlots()).isEqualTo(1);
    }
}
