package dev.reeve.internal.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.ForwardingLaneStore;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S7: an execution and the one of which it is a step, of which the lane has both in memory, or one, or neither. */
final class LaneFamilyTest {

    private static final Definition PARENT = DefinitionReader.parse("""
            workflow: parent
            steps:
              go: { await: { signal: go } }
              call: { after: [go], workflow: child, completeBy: 1h }
            """);

    private static final Definition CHILD = DefinitionReader.parse("workflow: child\nsteps: { rest: { wait: 30d } }");

    private final LaneFixture fixture = new LaneFixture();
    private final StartRequest start = keyed(fixture.request(PARENT));
    private final ExecutionId parent = start.id();

    @BeforeEach
    void started() {
        fixture.deploy(PARENT);
        fixture.deploy(CHILD);
        fixture.settle();
        assertThat(fixture.lanes.start(start)).isNotNull();
        fixture.settle();
    }

    private static StartRequest keyed(StartRequest request) {
        Event.ExecutionStarted started = new Event.ExecutionStarted(
                "parent",
                1,
                "default",
                "key",
                new Json("{}"),
                0,
                Map.of(),
                null,
                request.started().seed());
        return new StartRequest(request.id(), request.plan(), started, 0);
    }

    private CompletableFuture<Void> ask(ExecutionId id, Command command) {
        return fixture.lanes.ask(id, command).toCompletableFuture();
    }

    private void has(Command command) {
        CompletableFuture<Void> done = ask(parent, command);
        fixture.settle();
        assertThat(done).isCompleted();
    }

    private Stream<Event> events(ExecutionId id) {
        return fixture.store.history(id).stream().flatMap(row -> EventCodec.read(row.events()).stream());
    }

    private ExecutionId child() {
        return childOf(fixture, parent);
    }

    @Test
    @DisplayName("O2: a delayed child is not begun repeatedly while its parent is read")
    void whatIsHeldIsLeftAlone() {
        has(new Command.Pause("alice", "wait"));
        has(new Command.Signal("go", null, Json.NULL, "bob"));
        assertThat(fixture.lane().stats().active()).isZero();

        CompletableFuture<Ended> end = fixture.lanes.awaitEnd(parent).toCompletableFuture();
        fixture.settle();

        assertThat(end).isNotDone();
        has(new Command.Resume("alice", "go on"));
        assertThat(fixture.store.find(child())).isPresent();
    }

    @Test
    @DisplayName("S1: a repeated start during a question to its child leaves the execution readable")
    void repeatedWhileTheChildIsAsked() {
        has(new Command.Signal("go", null, Json.NULL, "bob"));
        fixture.pass(Duration.ofHours(2));
        fixture.lanes.wake(parent, fixture.clock.now());
        fixture.settle();
        assertThat(fixture.lane().stats().active()).isZero();

        CompletableFuture<Void> paused = ask(child(), new Command.Pause("alice", "wait"));
        CompletableFuture<Started> again = fixture.lanes.start(start).toCompletableFuture();
        fixture.settle();

        assertThat(paused).isCompleted();
        assertThat(again).isCompletedWithValueMatching(Started::existing);
        assertThat(fixture.lane().stats().quarantined()).isZero();
    }

    @Test
    @DisplayName("F26: a child has the full time of its step, although the clock was set back")
    void clockSetBack() {
        has(new Command.Pause("alice", "wait"));
        has(new Command.Signal("go", null, Json.NULL, "bob"));
        fixture.takenOver();
        fixture.clock.set(fixture.clock.now().minusSeconds(20));
        fixture.settle();

        has(new Command.Resume("alice", "go on"));

        JournalRow first = fixture.store.history(child()).getFirst();
        assertThat(first.at()).isEqualTo(fixture.clock.now());
        Event.ExecutionStarted begun =
                (Event.ExecutionStarted) events(child()).findFirst().orElseThrow();
        assertThat(begun.completeBy()).isEqualTo(first.at().plus(Duration.ofHours(1)));
    }

    private static final Definition TOP =
            DefinitionReader.parse("workflow: top\nsteps: { call: { workflow: middle } }");

    private static final Definition MIDDLE =
            DefinitionReader.parse("workflow: middle\nsteps: { call: { workflow: leaf } }");

    private static final Definition LEAF =
            DefinitionReader.parse("workflow: leaf\nsteps: { go: { await: { signal: go } } }");

    @Test
    @DisplayName("S7: an execution does not end before its ancestors can be informed")
    void nobodyAboveGoesUntold() {
        LaneFixture three = new LaneFixture();
        List.of(TOP, MIDDLE, LEAF).forEach(three::deploy);
        three.settle();
        StartRequest request = three.request(TOP);
        assertThat(three.lanes.start(request)).isNotNull();
        three.settle();
        ExecutionId middle = childOf(three, request.id());
        ExecutionId leaf = childOf(three, middle);
        three.takenOver(lane -> new Damaged(lane, request.id()));
        three.settle();

        CompletableFuture<Void> asked = three.lanes
                .ask(leaf, new Command.Signal("go", null, Json.NULL, "bob"))
                .toCompletableFuture();
        three.settle();

        assertThat(asked).isCompletedExceptionally();
        assertThat(three.store.find(leaf).orElseThrow().status().isTerminal()).isFalse();
        assertThat(three.store.find(middle).orElseThrow().status().isTerminal()).isFalse();

        three.takenOver();
        three.settle();
        CompletableFuture<Ended> end = three.lanes.awaitEnd(request.id()).toCompletableFuture();
        asked = three.lanes
                .ask(leaf, new Command.Signal("go", null, Json.NULL, "bob"))
                .toCompletableFuture();
        three.settle();
        assertThat(asked).isCompleted();
        assertThat(end).isCompleted();
    }

    private static ExecutionId childOf(LaneFixture owner, ExecutionId id) {
        return owner.store.history(id).stream()
                .flatMap(row -> EventCodec.read(row.events()).stream())
                .filter(Event.ChildStarted.class::isInstance)
                .map(event -> ((Event.ChildStarted) event).child())
                .findFirst()
                .orElseThrow();
    }

    /** One of its executions cannot be read. */
    private static final class Damaged extends ForwardingLaneStore {
        private final ExecutionId damaged;

        Damaged(LaneStore lane, ExecutionId damaged) {
            super(lane);
            this.damaged = damaged;
        }

        @Override
        public CompletionStage<Loaded> load(List<ExecutionId> ids, long bytesMax) {
            return ids.contains(damaged)
                    ? CompletableFuture.failedStage(
                            new StoreException(StoreException.Kind.DATA, "made up: a row is missing", null))
                    : super.load(ids, bytesMax);
        }
    }
}
