package dev.reeve.internal.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.LaneOptions;
import dev.reeve.ReeveException;
import dev.reeve.ServiceOptions;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.runtime.ManualClock;
import dev.reeve.internal.engine.scheduler.admission.Room;
import dev.reeve.internal.engine.scheduler.batch.DeadlineListener;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;

/** One lane on a store in memory, driven by hand: the test is its thread, and its clock stands still. */
final class LaneFixture {

    /** Has one step. */
    static final Definition WORKFLOW = DefinitionReader.parse("""
        workflow: one
        version: 1
        steps:
          only: { action: test.only }
        """);

    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");
    private static final int TURNS_MAX = 100;

    final Store store;
    final Lanes lanes;
    final Dispatcher dispatcher;
    final ManualClock clock = new ManualClock(BEGINNING);
    final List<ReeveException> over = new ArrayList<>();
    private final Definitions definitions;
    private final DeadlineListener deadlines;
    private final Room room;
    private long ids;
    private int nodes;
    private Lane lane;

    LaneFixture() {
        this(store -> store, lane -> lane, deadlines -> {}, LaneOptions.defaults());
    }

    LaneFixture(
            UnaryOperator<Store> aroundStore,
            UnaryOperator<LaneStore> aroundLane,
            DeadlineListener deadlines,
            LaneOptions options) {
        this(aroundStore, aroundLane, deadlines, Room.of(options));
    }

    LaneFixture(
            UnaryOperator<Store> aroundStore,
            UnaryOperator<LaneStore> aroundLane,
            DeadlineListener deadlines,
            Room room) {
        this.lanes = new Lanes(room.held());
        this.dispatcher = new Dispatcher(clock, lanes, ServiceOptions.defaults(), new Random(1), 1, room.held());
        this.store = aroundStore.apply(new MemoryStore(clock::now));
        this.definitions = new Definitions(store, room.held(), 0);
        this.deadlines = deadlines;
        this.room = room;
        this.lane = join(aroundLane);
    }

    private Lane join(UnaryOperator<LaneStore> aroundLane) {
        LaneStore laneStore = store.join(new NodeId("test", ++nodes), 1).getFirst();
        Lane joined =
                new Lane(0, aroundLane.apply(laneStore), clock, dispatcher, deadlines, definitions, room, over::add);
        lanes.open(List.of(joined));
        return joined;
    }

    /** Another node has the executions from here on. */
    void takenOver() {
        takenOver(laneStore -> laneStore);
    }

    void takenOver(UnaryOperator<LaneStore> aroundLane) {
        lane = join(aroundLane);
    }

    void deploy(Definition workflow) {
        definitions.add("default", workflow);
    }

    Lane lane() {
        return lane;
    }

    void pass(Duration time) {
        clock.pass(time);
    }

    /** Until nothing is left to do at this time. */
    void settle() {
        for (int i = 0; i < TURNS_MAX; i++) {
            if (lane.runOnce() > 0) {
                return;
            }
        }
        throw new AssertionError("the lane goes on and on");
    }

    /** A start of this workflow, offered and not dealt with yet. */
    CompletableFuture<Started> offer(Definition workflow) {
        return offer(workflow, "{}");
    }

    CompletableFuture<Started> offer(Definition workflow, String input) {
        return lanes.start(request(workflow, input)).toCompletableFuture();
    }

    StartRequest request(Definition workflow) {
        return request(workflow, "{}");
    }

    StartRequest request(Definition workflow, String input) {
        Event.ExecutionStarted started = new Event.ExecutionStarted(
                workflow.name(), workflow.version(), "default", null, new Json(input), 0, Map.of(), null, 1);
        ExecutionId id = new ExecutionId(new UUID(0x7000, ++ids));
        Plan plan = definitions
                .stored("default", workflow.name(), workflow.version())
                .filter(deployed -> deployed.workflow().equals(workflow))
                .orElseGet(() -> Plan.of(workflow));
        return new StartRequest(id, plan, started, 0);
    }

    /** This future has failed with this exception. */
    static void assertTold(CompletableFuture<?> promise, ErrorCode code, String message) {
        assertThat(promise.isDone()).isTrue();
        assertThatThrownBy(promise::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(message);
    }
}
