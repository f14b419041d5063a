package dev.reeve.internal.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.dispatch.Presence;
import dev.reeve.internal.engine.dispatch.SessionPrefix;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Waiting steps and attempts under way when their shard goes to another node. */
final class LaneForeignTest {

    private static final Definition WORKFLOW = DefinitionReader.parse("""
            workflow: one
            version: 1
            steps:
              only: { action: test.only, limit: { concurrency: 1 }, heartbeat: 10s, completeBy: 1h }
            """);

    private final NodeFixture nodes = new NodeFixture(WORKFLOW);
    private final NodeFixture.SideNode first = nodes.first;
    private final NodeFixture.SideNode second = nodes.second;

    private static SessionId agent(NodeFixture.SideNode node) {
        return node.transport
                .register(new Registration("agent", Set.of("test.only"), 1))
                .toCompletableFuture()
                .join();
    }

    private static Reply exchange(NodeFixture.SideNode node, SessionId agent, Exchange exchange) {
        return node.transport
                .exchange(agent, exchange, Duration.ZERO)
                .toCompletableFuture()
                .join();
    }

    private static List<AttemptToken> requested(NodeFixture.SideNode node, SessionId agent) {
        return exchange(node, agent, Exchange.NOTHING).requests().stream()
                .map(AttemptRequest::token)
                .toList();
    }

    private static Exchange completed(AttemptToken token) {
        return new Exchange(List.of(new Report.Completed(token, new Json("1"))), List.of());
    }

    private static int queued(NodeFixture.SideNode node) {
        return node.dispatcher.services().stream()
                .mapToInt(service -> service.queued())
                .sum();
    }

    private void knowEachOther() {
        first.dispatcher.alive(Map.of(2, "second"));
        second.dispatcher.alive(Map.of(1, "first"));
    }

    /** An attempt of an execution, at an agent. */
    private record Held(SessionId agent, ExecutionId id, AttemptToken token) {}

    /** An attempt at an agent of the first node. The nodes know each other. */
    private Held held() {
        knowEachOther();
        SessionId agent = agent(first);
        ExecutionId id = nodes.started();
        return new Held(agent, id, requested(first, agent).getFirst());
    }

    @Test
    @DisplayName("H2: an agent's session tells the node it is connected to")
    void prefixes() {
        long incarnation = 0xfedc_ba98_7654_3210L;

        assertThat(SessionPrefix.of(incarnation)).isEqualTo(0x7654_3210);
        assertThat(SessionPrefix.seed(incarnation)).isEqualTo(0x7654_3210_0000_0000L);
        assertThat(SessionPrefix.of(-1)).isEqualTo(Integer.MAX_VALUE);
        assertThat(agent(first).value() >>> 32).isEqualTo(1);
    }

    @Test
    @DisplayName("H2: a waiting step leaves the queue with its shard, and is handed out by the next node only")
    void leavesTheQueue() {
        nodes.started();
        assertThat(queued(first)).isEqualTo(1);

        nodes.move(ShardSet.ALL);

        assertThat(queued(first)).isZero();
        SessionId idle = agent(first);
        SessionId busy = agent(second);
        nodes.settle();
        assertThat(requested(first, idle)).isEmpty();
        assertThat(requested(second, busy)).hasSize(1);
        assertThat(first.dispatcher.outstanding()).isZero();
    }

    @Test
    @DisplayName("H2: a slot that was given to a step whose shard leaves is free again")
    void givesSlotsBack() {
        ExecutionId leaving = nodes.started();
        ExecutionId staying = nodes.started();

        first.lanes.free(ShardSet.of(List.of(leaving.shard())));
        SessionId agent = agent(first); // its slot goes to the first step, behind the order to release
        nodes.settle();

        assertThat(requested(first, agent))
                .singleElement()
                .satisfies(token -> assertThat(token.execution()).isEqualTo(staying));
        assertThat(first.dispatcher.outstanding()).isEqualTo(1);
    }

    @Test
    @DisplayName("H2: calls of executions that have left do not count for the limits of this node")
    void leavesTheCounts() {
        SessionId agent = first.transport
                .register(new Registration("agent", Set.of("test.only"), 2))
                .toCompletableFuture()
                .join();
        ExecutionId leaving = nodes.started();
        assertThat(requested(first, agent)).hasSize(1);
        ExecutionId staying = nodes.started();
        assertThat(requested(first, agent)).isEmpty();

        first.lanes.free(ShardSet.of(List.of(leaving.shard())));
        nodes.settle();

        assertThat(requested(first, agent))
                .singleElement()
                .satisfies(token -> assertThat(token.execution()).isEqualTo(staying));
    }

    @Test
    @DisplayName("H2: an attempt at an agent of another node goes on, and its report reaches the new owner")
    void goesOn() {
        Held held = held();

        nodes.move(ShardSet.ALL);
        assertThat(second.dispatcher.presence("agent@" + held.agent(), held.token()))
                .isEqualTo(Presence.ELSEWHERE);
        assertThat(second.dispatcher.hasForeign()).isTrue();
        CompletableFuture<Ended> end = second.lanes.awaitEnd(held.id()).toCompletableFuture();
        exchange(first, held.agent(), completed(held.token()));
        nodes.settle();
        assertThat(first.carried).hasExactlyElementsOfTypes(Message.Ask.class);
        Message.Ask carried = (Message.Ask) first.carried.getFirst();
        second.lanes
                .ask(held.id(), carried.command())
                .whenComplete((nothing, error) -> carried.answer().decided(null));
        nodes.settle();

        assertThat(end.join().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(second.dispatcher.hasForeign()).isFalse();
        Reply reply = exchange(first, held.agent(), Exchange.NOTHING);
        assertThat(reply.verdicts())
                .singleElement()
                .satisfies(verdict -> assertThat(verdict.refused()).isNull());
        assertThat(first.dispatcher.outstanding()).isZero();
        assertThat(first.held.held()).isZero();
    }

    @Test
    @DisplayName("H2: if the agent's node dies, the attempt is lost, once, and repeated")
    void dies() {
        knowEachOther();
        SessionId agent = agent(first);
        nodes.started();
        requested(first, agent);
        nodes.move(ShardSet.ALL);
        assertThat(queued(second)).isZero();

        second.dispatcher.alive(Map.of());
        nodes.settle();

        assertThat(second.dispatcher.hasForeign()).isFalse();
        nodes.pass(Duration.ofMinutes(10));
        assertThat(requested(second, agent(second))).isEmpty();
        second.lanes.wake(nodes.started(1), nodes.clock.now());
        nodes.settle();
        assertThat(second.dispatcher.outstanding()).isEqualTo(1);
        second.dispatcher.alive(Map.of(1, "first"));
        second.dispatcher.alive(Map.of());
        nodes.settle();
        assertThat(second.dispatcher.outstanding()).isEqualTo(1);
    }

    @Test
    @DisplayName("H2: an attempt whose node is not known is lost when its execution is loaded")
    void unknownNode() {
        SessionId agent = agent(first);
        nodes.started();
        AttemptToken token = requested(first, agent).getFirst();

        nodes.move(ShardSet.ALL);

        assertThat(second.dispatcher.presence("agent@" + agent, token)).isEqualTo(Presence.GONE);
        assertThat(second.dispatcher.presence("old style", token)).isEqualTo(Presence.GONE);
        assertThat(second.dispatcher.hasForeign()).isFalse();
        nodes.pass(Duration.ofMinutes(10));
        second.lanes.wake(nodes.started(1), nodes.clock.now());
        agent(second);
        nodes.settle();
        assertThat(second.dispatcher.outstanding()).isEqualTo(1);
    }

    @Test
    @DisplayName("H2: an agent of another node is not silent: its heartbeats reach its own node")
    void notSilent() {
        Held held = held();
        nodes.move(ShardSet.ALL);

        nodes.pass(Duration.ofMinutes(10));
        second.lanes.wake(held.id(), nodes.clock.now());
        nodes.settle();

        CompletableFuture<Void> reported = second.lanes
                .ask(held.id(), new Command.CompleteAttempt(held.token(), new Json("1")))
                .toCompletableFuture();
        nodes.settle();
        assertThat(reported).isCompleted();
    }

    @Test
    @DisplayName("H2: an execution that comes back finds its attempt at the agent that holds it")
    void comesBack() {
        Held held = held();
        nodes.move(ShardSet.ALL);
        second.lanes.free(ShardSet.ALL);
        nodes.settle();
        assertThat(second.dispatcher.hasForeign()).isFalse();
        first.claim(ShardSet.ALL);
        nodes.settle();

        assertThat(first.dispatcher.presence("agent@" + held.agent(), held.token()))
                .isEqualTo(Presence.HELD);
        CompletableFuture<Ended> end = first.lanes.awaitEnd(held.id()).toCompletableFuture();
        exchange(first, held.agent(), completed(held.token()));
        nodes.settle();

        assertThat(end.join().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(first.carried).isEmpty();
    }

    @Test
    @DisplayName("H2: an attempt that was decided before its shard left reaches its agent, also if the answer is lost")
    void reachesItsAgent() {
        for (boolean lost : new boolean[] {false, true}) {
            NodeFixture each = new NodeFixture(WORKFLOW);
            SessionId agent = agent(each.first);
            CompletableFuture<Started> started =
                    each.first.lanes.start(each.request(WORKFLOW)).toCompletableFuture();
            each.first.rows.losesAnswers = lost;
            each.first.lane.runOnce();
            each.move(ShardSet.ALL);

            assertThat(started).isCompleted();
            assertThat(each.first.lanes.owned()).isEqualTo(ShardSet.NONE);
            assertThat(requested(each.first, agent)).hasSize(1);
        }
    }

    @Test
    @DisplayName("H2: the message that an attempt is lost is repeated until the owner has it")
    void repeated() {
        SessionId agent = agent(first);
        nodes.started();
        requested(first, agent);
        nodes.move(ShardSet.ALL);

        first.transport.leave(agent);
        Message.Ask lost = (Message.Ask) first.carried.removeFirst();
        lost.answer().failed(new IllegalStateException("the database does not answer"));
        assertThat(first.carried).isEmpty();
        first.dispatcher.tick(Duration.ofMinutes(1));

        assertThat(first.carried).singleElement().isInstanceOfSatisfying(Message.Ask.class, again -> {
            assertThat(again.command()).isEqualTo(lost.command());
            again.answer().decided(null);
        });
        first.dispatcher.tick(Duration.ofMinutes(1));
        assertThat(first.carried).hasSize(1);
    }

    /** An attempt at an agent of the second node, whose execution the first node loads and does not know that node. */
    private AttemptToken loadedByStranger(SessionId agent) {
        nodes.started();
        nodes.move(ShardSet.ALL);
        AttemptToken token = requested(second, agent).getFirst();
        second.lanes.free(ShardSet.ALL);
        nodes.settle();
        first.claim(ShardSet.ALL);
        return token;
    }

    @Test
    @DisplayName("H1: a removed node does not tell the next owner that agents of nodes it does not know are gone "
            + "(seeds 1002365, 1015092)")
    void keepsItsOpinion() {
        List<Runnable> received = new ArrayList<>();
        first.lanes.onceReceived((id, then) -> received.add(then));
        SessionId agent = agent(second);
        AttemptToken token = loadedByStranger(agent);
        first.lane.runOnce();
        assertThat(received).hasSize(1);

        first.rows.fence();
        first.lanes.drop(lane -> true);
        received.forEach(Runnable::run);
        assertThat(first.carried).isEmpty();

        first.rejoin();
        knowEachOther();
        first.claim(ShardSet.ALL);
        nodes.settle();
        received.forEach(Runnable::run);
        nodes.settle();
        assertThat(first.dispatcher.hasForeign()).isTrue();
        exchange(second, agent, completed(token));
        assertThat(second.carried).singleElement().isInstanceOfSatisfying(Message.Ask.class, report -> {
            CompletableFuture<Void> counts =
                    first.lanes.ask(token.execution(), report.command()).toCompletableFuture();
            nodes.settle();
            assertThat(counts).isCompleted();
        });
    }

    @Test
    @DisplayName("H1: nor does it if its lane had the loss before it (seeds 1002365, 1015092)")
    void keepsWhatItsLaneHas() {
        loadedByStranger(agent(second));
        first.rows.fence();

        nodes.settle();
        first.lanes.drop(lane -> true);

        assertThat(first.carried).isEmpty();
        assertThat(first.over).hasSize(1);
    }

    @Test
    @DisplayName("H2: a node that rests hands out nothing, and goes on afterwards")
    void rests() {
        SessionId agent = agent(first);
        first.dispatcher.rest(true);
        nodes.started();
        assertThat(requested(first, agent)).isEmpty();
        assertThat(queued(first)).isEqualTo(1);

        first.dispatcher.rest(false);
        nodes.settle();

        assertThat(requested(first, agent)).hasSize(1);
    }
}
