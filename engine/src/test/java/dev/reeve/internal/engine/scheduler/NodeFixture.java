package dev.reeve.internal.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.LaneOptions;
import dev.reeve.MemoryOptions;
import dev.reeve.ReeveException;
import dev.reeve.ServiceOptions;
import dev.reeve.SharingOptions;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.dispatch.InProcessTransport;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.internal.engine.runtime.ManualClock;
import dev.reeve.internal.engine.scheduler.admission.Room;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Two nodes with one lane each on one store in memory. The test is their thread, and their clock stands still. */
final class NodeFixture {

    private static final int TURNS_MAX = 200;

    final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    final Store store = new MemoryStore(clock::now);
    private final SharedStore shared = new SharedStore();
    private final Definition workflow;
    private final MemoryOptions memory;
    private long ids;
    final SideNode first;
    final SideNode second;

    /** One of the nodes. */
    final class SideNode {

        final HeldBytes held = new HeldBytes(1_000_000_000);
        final Room room = Room.of(
                LaneOptions.defaults(), memory, SharingOptions.defaults(), new HeldBytes(memory.heldBytesMax()), 1);
        final Lanes lanes = new Lanes(held);
        final Dispatcher dispatcher;
        final InProcessTransport transport;
        final Definitions definitions = new Definitions(store);

        /** Its messages to other nodes. */
        final List<Message> carried = new ArrayList<>();

        final List<ReeveException> over = new ArrayList<>();
        private final LaneStore joined;
        SharedStore.LaneOfNode rows;
        Lane lane;

        SideNode(LaneStore joined, long seed) {
            this.joined = joined;
            dispatcher = new Dispatcher(clock, lanes, ServiceOptions.defaults(), new Random(1), seed, room.held());
            transport = new InProcessTransport(dispatcher);
            lanes.elsewhere(carried::add);
            rows = shared.new LaneOfNode(joined);
            lane = lane();
            lanes.open(List.of(lane));
        }

        private Lane lane() {
            return new Lane(0, rows, clock, dispatcher, deadlines -> {}, definitions, room, over::add);
        }

        /** Registers again, with a new lane. */
        void rejoin() {
            dispatcher.reset();
            dispatcher.expect(1);
            rows = shared.new LaneOfNode(joined);
            lane = lane();
            lanes.open(List.of(lane));
        }

        /** Claims what is free, and loads it. */
        ShardSet claim(ShardSet wanted) {
            ShardSet claimed = rows.claim(wanted);
            lanes.acquire(lane, claimed);
            return claimed;
        }
    }

    NodeFixture(Definition workflow) {
        this(workflow, MemoryOptions.UNBOUNDED);
    }

    NodeFixture(Definition workflow, MemoryOptions memory) {
        this.workflow = workflow;
        this.memory = memory;
        List<LaneStore> joined = store.join(new NodeId("test", 1), 2);
        first = new SideNode(joined.getFirst(), 1L << 32);
        second = new SideNode(joined.getLast(), 2L << 32);
        first.definitions.add("default", workflow);
        second.definitions.add("default", workflow);
        first.claim(ShardSet.ALL);
        settle();
    }

    void pass(Duration time) {
        clock.pass(time);
    }

    void settle() {
        for (int i = 0; i < TURNS_MAX; i++) {
            if (Math.min(first.lane.runOnce(), second.lane.runOnce()) > 0) {
                return;
            }
        }
        throw new AssertionError("the lanes do not come to rest");
    }

    /** The first node frees these shards, and the second one claims them. */
    void move(ShardSet shards) {
        first.lanes.free(shards);
        settle();
        second.claim(shards);
        settle();
    }

    /** Starts an execution at the first node. */
    ExecutionId started() {
        StartRequest request = request(workflow);
        CompletableFuture<Started> started = first.lanes.start(request).toCompletableFuture();
        settle();
        assertThat(started).isCompleted();
        return request.id();
    }

    /** The execution of that request, counted from 1. */
    ExecutionId started(long number) {
        return new ExecutionId(new UUID(0x7000, number));
    }

    StartRequest request(Definition workflow) {
        ExecutionId id = started(++ids);
        Event.ExecutionStarted started = new Event.ExecutionStarted(
                workflow.name(), 1, "default", "key-" + ids, new Json("{}"), 0, Map.of(), null, 1);
        return new StartRequest(id, Plan.of(workflow), started, 0);
    }
}
