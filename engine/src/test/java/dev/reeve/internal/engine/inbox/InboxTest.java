package dev.reeve.internal.engine.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.KeyPolicy;
import dev.reeve.LaneOptions;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.scheduler.definition.Journal;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.Known;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.Succession;
import dev.reeve.spi.transport.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Requests to executions of another node, and its answers. */
final class InboxTest {

    private final TwoNodes nodes = new TwoNodes();
    private final TwoNodes.OneNode here = nodes.first;
    private final TwoNodes.OneNode owner = nodes.second;

    private CompletableFuture<Void> ask(ExecutionId id, Command command) {
        CompletableFuture<Void> asked = here.lanes.ask(id, command).toCompletableFuture();
        nodes.settle();
        return asked;
    }

    private static Command cancel() {
        return new Command.Cancel("alice", "no longer wanted");
    }

    /** The reports of an agent of this node that were answered: the refusal, "taken" or "unanswered". */
    private List<String> report(Report report) {
        List<String> verdicts = new ArrayList<>();
        here.lanes.report(
                report, refused -> verdicts.add(refused == null ? "taken" : refused), () -> verdicts.add("unanswered"));
        nodes.settle();
        return verdicts;
    }

    @Test
    @DisplayName("H2: a start that belongs to another node is stored by it, once, and a repetition finds it")
    void startsElsewhere() {
        StartRequest request = nodes.request("order-1");

        CompletableFuture<Started> started = here.start(request);
        CompletableFuture<Started> again = here.start(request);

        assertThat(started.join()).isEqualTo(new Started(request.id(), false));
        assertThat(again.join()).isEqualTo(new Started(request.id(), true));
        assertThat(owner.lane.stats().active()).isEqualTo(1);
        assertThat(here.lane.stats().active()).isZero();
        assertThat(nodes.inbox.rows).isEmpty();
        assertThat(here.room.held().held()).isZero();
        nodes.pass(Duration.ofSeconds(1));
        assertThat(nodes.inbox.replies).isEmpty();
        assertThat(here.sender.outstanding()).isZero();
    }

    @Test
    @DisplayName("H2: without notifications the answer comes within a second or two")
    void withoutHints() {
        nodes.withHints = false;
        StartRequest request = nodes.request("order-1");

        CompletableFuture<Started> started = here.start(request);
        assertThat(started).isNotDone();
        nodes.pass(Duration.ofSeconds(2));

        assertThat(started).isCompleted();
    }

    @Test
    @DisplayName("I2: the key of another start is refused in the owner's words")
    void conflict() {
        StartRequest request = nodes.request("order-1", "{}", 1);
        assertThat(here.start(request)).isCompleted();
        StartRequest other = TwoNodes.request(request.id(), "order-1", "{\"a\":1}", 2);

        CompletableFuture<Started> refused = here.start(other);

        assertThat(TwoNodes.code(refused)).isEqualTo(ErrorCode.CONFLICT);
        assertThat(TwoNodes.error(refused))
                .hasMessage(Objects.requireNonNull(other.conflict(new Known(request.id(), request.digest(), Map.of())))
                        .getMessage());
    }

    @Test
    @DisplayName("I2 S5: a start that refuses known keys is refused by the owner, too")
    void refusesKnownKeys() {
        StartRequest request = nodes.request("order-1");
        StartRequest refusing = new StartRequest(
                request.id(),
                request.plan(),
                request.started(),
                request.digest(),
                List.of(),
                null,
                KeyPolicy.REFUSE,
                null);
        assertThat(here.start(refusing)).isCompletedWithValue(new Started(request.id(), false));

        CompletableFuture<Started> refused = here.start(refusing);

        assertThat(TwoNodes.code(refused)).isEqualTo(ErrorCode.CONFLICT);
        assertThat(TwoNodes.error(refused)).hasMessageContaining("refuses keys");
        assertThat(here.start(request)).isCompletedWithValue(new Started(request.id(), true));
    }

    @Test
    @DisplayName("I2 S5: the owner answers a start at another node with the newest execution of its key")
    void theNewestOfAKey() {
        StartRequest request = nodes.request("order-1");
        StartRequest anew = new StartRequest(
                Succession.after(request.id()),
                request.plan(),
                request.started(),
                request.digest(),
                List.of(),
                null,
                KeyPolicy.RETURN_OPEN,
                null);
        assertThat(here.start(anew)).isCompletedWithValue(new Started(anew.id(), false));

        assertThat(here.start(request)).isCompletedWithValue(new Started(anew.id(), true));
        assertThat(here.start(anew)).isCompletedWithValue(new Started(anew.id(), true));
    }

    @Test
    @DisplayName("S7 H2: the owner stores a start together with its signal; a known key takes none of it")
    void startsWithASignal() {
        StartRequest request = nodes.request("order-1");
        Event.SignalReceived signal = new Event.SignalReceived("go", "m1", Json.NULL, "alice");

        CompletableFuture<Started> started = here.start(request.with(signal));

        assertThat(started).isCompletedWithValue(new Started(request.id(), false));
        assertThat(events(request.id())).startsWith(request.started(), signal);
        StartRequest another = TwoNodes.request(request.id(), "order-1", "{\"a\":1}", 2);
        assertThat(here.start(another.with(new Event.SignalReceived("go", "m2", Json.NULL, "alice"))))
                .as("the caller sends the signal to the execution that exists")
                .isCompletedWithValue(new Started(request.id(), true));
        assertThat(events(request.id()))
                .filteredOn(Event.SignalReceived.class::isInstance)
                .containsExactly(signal);
    }

    private List<Event> events(ExecutionId id) {
        return Journal.events(nodes.store.history(id));
    }

    @Test
    @DisplayName("R46: the owner's limits hold for starts of other nodes")
    void overloaded() {
        TwoNodes full = new TwoNodes(LaneOptions.defaults().withActiveMax(1));
        assertThat(full.first.start(full.request("order-1"))).isCompleted();

        CompletableFuture<Started> refused = full.first.start(full.request("order-2"));

        assertThat(TwoNodes.code(refused)).isEqualTo(ErrorCode.OVERLOADED);
        assertThat(TwoNodes.error(refused)).hasMessageContaining("executions are in flight in lane 0");
        assertThat(full.first.room.held().held()).isZero();
    }

    @Test
    @DisplayName("H2: the caller of a command gets the owner's answer, refusals included")
    void commands() {
        ExecutionId id = nodes.started();
        ExecutionId missing = nodes.request("no").id();

        CompletableFuture<Void> signal = ask(id, new Command.Signal("paid", null, Json.EMPTY_OBJECT, "alice"));
        CompletableFuture<Void> local = owner.lanes
                .ask(id, new Command.Signal("paid", null, Json.EMPTY_OBJECT, "alice"))
                .toCompletableFuture();
        CompletableFuture<Void> cancelled = ask(id, cancel());
        CompletableFuture<Void> ended = ask(id, cancel());
        CompletableFuture<Void> unknown = ask(missing, cancel());

        nodes.settle();
        assertThat(TwoNodes.error(signal)).hasMessage(TwoNodes.error(local).getMessage());
        assertThat(TwoNodes.code(signal)).isEqualTo(TwoNodes.code(local));
        assertThat(cancelled).isCompleted();
        assertThat(TwoNodes.error(ended)).hasMessageContaining("has ended (CANCELLED)");
        assertThat(TwoNodes.code(unknown)).isEqualTo(ErrorCode.NOT_FOUND);
    }

    @Test
    @DisplayName("H2: an execution of another node moves to a version that only its owner has to know")
    void moves() {
        ExecutionId id = nodes.started();

        CompletableFuture<Void> moved = ask(id, new Command.Move(Plan.of(TwoNodes.NEXT), "alice", "the new one"));
        CompletableFuture<Void> missing =
                ask(nodes.request("no").id(), new Command.Move(Plan.of(TwoNodes.NEXT), "alice", "the new one"));

        assertThat(moved).isCompleted();
        assertThat(nodes.store.find(id).orElseThrow().version()).isEqualTo(2);
        assertThat(TwoNodes.code(missing)).isEqualTo(ErrorCode.NOT_FOUND);
    }

    @Test
    @DisplayName("H2: a report of an agent reaches the owner, which also answers a late one")
    void reports() {
        owner.agent();
        ExecutionId id = nodes.started();
        Report done = new Report.Completed(nodes.attempt(id), new Json("{\"n\":1.50}"));

        assertThat(report(done)).containsExactly("taken");

        assertThat(nodes.store.find(id).orElseThrow().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(nodes.store.history(id).toString()).contains("1.50");
        assertThat(report(done)).singleElement().asString().startsWith("ENDED: ");
    }

    @Test
    @DisplayName("H2: callers wait on any node for the end of an execution")
    void awaits() {
        ExecutionId id = nodes.started();
        CompletableFuture<Ended> end = here.lanes.awaitEnd(id).toCompletableFuture();
        CompletableFuture<Ended> tired = here.lanes.awaitEnd(id).toCompletableFuture();
        CompletableFuture<Ended> missing =
                here.lanes.awaitEnd(nodes.request("no").id()).toCompletableFuture();
        nodes.pass(Duration.ofSeconds(5));
        assertThat(end).isNotDone();
        assertThat(TwoNodes.code(missing)).isEqualTo(ErrorCode.NOT_FOUND);
        tired.cancel(true);

        assertThat(ask(id, cancel())).isCompleted();
        nodes.pass(Duration.ofSeconds(2));

        assertThat(end.join().status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(here.ends.size()).isZero();
        CompletableFuture<Ended> late = here.lanes.awaitEnd(id).toCompletableFuture();
        nodes.settle();
        assertThat(late).isCompleted();
    }

    @Test
    @DisplayName("H2: an end is not looked for once the last caller has stopped waiting")
    void forgetsCancelled() {
        ExecutionId id = nodes.started();
        CompletableFuture<Ended> end = here.lanes.awaitEnd(id).toCompletableFuture();
        nodes.settle();

        end.cancel(true);
        nodes.pass(Duration.ofSeconds(2));

        assertThat(here.ends.size()).isZero();
    }

    @Test
    @DisplayName("H2: if the owner dies after its batch, the reply is there; if before, the next owner applies it")
    void ownerDies() {
        StartRequest applied = nodes.request("order-1");
        CompletableFuture<Started> first = here.lanes.start(applied).toCompletableFuture();
        here.sender.runOnce();
        owner.receiver.runOnce();
        owner.lane.runOnce();
        owner.die();
        StartRequest waiting = nodes.request("order-2");
        CompletableFuture<Started> second = here.start(waiting);

        nodes.settle();
        assertThat(first.join().existing()).isFalse();
        assertThat(second).isNotDone();
        here.claim(ShardSet.ALL);
        nodes.settle();

        assertThat(second.join().existing()).isFalse();
        assertThat(here.lane.stats().active()).isEqualTo(2);
        assertThat(nodes.inbox.rows).isEmpty();
    }

    @Test
    @DisplayName("R5: a batch in doubt that is stored answers its messages once")
    void batchInDoubt() {
        ExecutionId id = nodes.started();
        owner.rows.losesAnswers = true;

        CompletableFuture<Void> cancelled = ask(id, cancel());
        nodes.pass(Duration.ofSeconds(1));

        assertThat(cancelled).isCompleted();
        assertThat(nodes.inbox.rows).isEmpty();
        assertThat(owner.over).isEmpty();
    }

    @Test
    @DisplayName("H2: a shard that leaves while a message waits takes the message with it")
    void shardMoves() {
        ExecutionId id = nodes.started();
        CompletionStage<ShardSet> unused = owner.lanes.free(ShardSet.ofLane(1, 2));
        CompletableFuture<Void> cancelled = here.lanes.ask(id, cancel()).toCompletableFuture();
        here.sender.runOnce();
        owner.receiver.hinted();
        owner.receiver.runOnce(); // on its way into the lane, behind the release
        nodes.settle();
        assertThat(cancelled).isNotDone();
        assertThat(nodes.inbox.about(id)).hasSize(1);

        here.claim(ShardSet.ALL);
        nodes.pass(Duration.ofSeconds(1));

        assertThat(cancelled).isCompleted();
        assertThat(nodes.inbox.rows).isEmpty();
    }

    @Test
    @DisplayName("H2: what has to come after the waiting messages waits for those that do not fit into a page, too")
    void laterThanLongMessages() {
        ExecutionId id = nodes.started();
        List<CompletableFuture<Void>> asked = new ArrayList<>();
        for (String reason : List.of("short", "x".repeat(5 << 20), "the last")) {
            asked.add(here.lanes.ask(id, new Command.Pause("alice", reason)).toCompletableFuture());
        }
        here.sender.runOnce();
        AtomicBoolean hasRun = new AtomicBoolean();
        owner.receiver.afterLook(id, () -> hasRun.set(true));

        for (int i = 0; i < 3; i++) {
            owner.receiver.runOnce();
        }
        assertThat(hasRun).as("two messages have not gone to the lane").isFalse();
        nodes.pass(Duration.ofSeconds(3));

        assertThat(hasRun).isTrue();
        assertThat(asked).allMatch(CompletableFuture::isDone);
    }

    @Test
    @DisplayName("H2: what has to come after the waiting messages does not wait for an end of new ones")
    void laterThanManyMessages() {
        ExecutionId id = nodes.started();
        AtomicBoolean hasRun = new AtomicBoolean();
        owner.receiver.afterLook(id, () -> hasRun.set(true));

        for (int i = 0; i < 5 && !hasRun.get(); i++) {
            CompletableFuture<Void> asked =
                    here.lanes.ask(id, new Command.Pause("alice", "turn " + i)).toCompletableFuture();
            here.sender.runOnce();
            owner.receiver.hinted();
            owner.receiver.runOnce();
            assertThat(asked).isNotCompletedExceptionally();
        }

        assertThat(hasRun).isTrue();
    }

    @Test
    @DisplayName("I2: a message that is applied while the inbox is read is not applied again")
    void appliedWhileReading() {
        ExecutionId id = nodes.started();
        CompletableFuture<Void> paused =
                here.lanes.ask(id, new Command.Pause("alice", "why")).toCompletableFuture();
        here.sender.runOnce();
        owner.receiver.hinted();
        owner.receiver.runOnce();
        nodes.inbox.whileReading = owner.lane::runOnce;
        owner.receiver.hinted();
        owner.receiver.runOnce();
        assertThat(nodes.inbox.rows).isEmpty();

        nodes.pass(Duration.ofSeconds(3));

        assertThat(paused).isCompleted();
        assertThat(owner.lane.stats().quarantined()).isZero();
        assertThat(nodes.store.history(id).toString()).containsOnlyOnce("ExecutionPaused");
    }
}
