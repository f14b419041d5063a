package dev.reeve.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.core.Command;
import dev.reeve.core.Event;
import dev.reeve.core.EventCodec;
import dev.reeve.core.ExecutionId;
import dev.reeve.engine.store.JournalRow;
import dev.reeve.model.Json;
import dev.reeve.model.Workflow;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S7: an execution and the one of which it is a step, of which the lane has both in memory, or one, or neither. */
final class LaneFamilyTest {

    private static final Workflow PARENT = Workflow.parse("""
            workflow: parent
            steps:
              go: { await: { signal: go } }
              call: { after: [go], workflow: child, completeBy: 1h }
            """);

    private static final Workflow CHILD = Workflow.parse("workflow: child\nsteps: { rest: { wait: 30d } }");

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
        return events(parent)
                .filter(Event.ChildStarted.class::isInstance)
                .map(event -> ((Event.ChildStarted) event).child())
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("O2: a child that is held back is not begun again and again once its parent is read")
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
    @DisplayName(
            "S1: a start that is repeated in the moment in which its child is asked for something does not make that unreadable")
    void repeatedWhileTheChildIsAsked() {
        has(new Command.Signal("go", null, Json.NULL, "bob"));
        fixture.pass(Duration.ofHours(2));
        fixture.lanes.wake(parent, fixture.now);
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
    @DisplayName("F26: a child may take as long as its step says, though the clock was set back meanwhile")
    void clockSetBack() {
        has(new Command.Pause("alice", "wait"));
        has(new Command.Signal("go", null, Json.NULL, "bob"));
        fixture.takenOver();
        fixture.now = fixture.now.minusSeconds(20);
        fixture.settle();

        has(new Command.Resume("alice", "go on"));

        JournalRow first = fixture.store.history(child()).getFirst();
        assertThat(first.at()).isEqualTo(fixture.now);
        Event.ExecutionStarted begun =
                (Event.ExecutionStarted) events(child()).findFirst().orElseThrow();
        assertThat(begun.completeBy()).isEqualTo(first.at().plus(Duration.ofHours(1)));
    }
}
