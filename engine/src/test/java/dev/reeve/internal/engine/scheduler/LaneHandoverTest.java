package dev.reeve.internal.engine.scheduler;

import static dev.reeve.internal.engine.scheduler.LaneFixture.WORKFLOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.LaneOptions;
import dev.reeve.ReeveException;
import dev.reeve.ServiceOptions;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.runtime.ManualClock;
import dev.reeve.internal.engine.scheduler.admission.Room;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.engine.scheduler.memory.Memory;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.Handover;
import dev.reeve.internal.engine.scheduler.message.Message;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Shards that move from one lane of a node to another while work is under way. */
final class LaneHandoverTest {

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final Store store = new MemoryStore(clock::now);
    private final Definitions definitions = new Definitions(store);
    private final Room room = Room.of(LaneOptions.defaults());
    private final Lanes lanes = new Lanes(room.held());
    private final Dispatcher dispatcher =
            new Dispatcher(clock, lanes, ServiceOptions.defaults(), new Random(1), 1, room.held());
    private final List<ReeveException> over = new ArrayList<>();
    private final Lane first;
    private final Lane second;
    private long ids;

    LaneHandoverTest() {
        List<Lane> joined = new ArrayList<>();
        for (LaneStore lane : store.join(new NodeId("test", 1), 2)) {
            joined.add(new Lane(joined.size(), lane, clock, dispatcher, deadlines -> {}, definitions, room, over::add));
        }
        lanes.open(joined);
        first = joined.getFirst();
        second = joined.getLast();
        definitions.add("default", WORKFLOW);
        settle();
    }

    private void settle() {
        for (int i = 0; i < 100; i++) {
            long rest = Math.min(first.runOnce(), second.runOnce());
            if (rest > 0 && first.isIdle() && second.isIdle()) {
                return;
            }
        }
        throw new AssertionError("the lanes do not come to rest");
    }

    /** A start in a shard of the first lane. */
    private StartRequest request() {
        ExecutionId id;
        do {
            id = new ExecutionId(new UUID(0x7000, ++ids));
        } while (id.shard() % 2 != 0);
        Event.ExecutionStarted started =
                new Event.ExecutionStarted("one", 1, "default", "key-" + ids, new Json("{}"), 0, Map.of(), null, 1);
        return new StartRequest(id, Plan.of(WORKFLOW), started, 0);
    }

    private ExecutionId started() {
        StartRequest request = request();
        CompletionStage<Started> started = lanes.start(request);
        settle();
        assertThat(started.toCompletableFuture()).isCompleted();
        return request.id();
    }

    private CompletableFuture<Void> cancel(ExecutionId id) {
        return lanes.ask(id, new Command.Cancel("alice", "no longer wanted")).toCompletableFuture();
    }

    private void move(ShardSet shards, Lane from, Lane to) {
        CompletionStage<Void> moved = lanes.move(shards, from, to);
        settle();
        assertThat(moved.toCompletableFuture()).isCompleted();
    }

    @Test
    @DisplayName("H2: the new lane goes on with an execution, and a caller who waits for its end gets it")
    void goesOn() {
        ExecutionId id = started();
        CompletableFuture<Ended> end = lanes.awaitEnd(id).toCompletableFuture();
        settle();

        move(ShardSet.ALL, first, second);

        assertThat(first.shards()).isEqualTo(ShardSet.NONE);
        assertThat(second.shards()).isEqualTo(ShardSet.ALL);
        assertThat(first.stats().active()).isZero();
        assertThat(second.stats().active()).isEqualTo(1);
        assertThat(end.isDone()).isFalse();
        CompletableFuture<Void> cancelled = cancel(id);
        settle();
        assertThat(cancelled).isCompleted();
        assertThat(end.join().status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(over).isEmpty();
    }

    @Test
    @DisplayName("H2: what was sent to the old lane after the order to hand over reaches the new lane")
    void nothingIsLost() {
        ExecutionId id = started();
        CompletionStage<Void> moved = lanes.move(ShardSet.ALL, first, second);
        CompletableFuture<Void> cancelled = cancel(id);
        CompletableFuture<Ended> end = lanes.awaitEnd(id).toCompletableFuture();
        StartRequest another = request();
        CompletableFuture<Started> started = lanes.start(another).toCompletableFuture();

        settle();

        assertThat(moved.toCompletableFuture()).isCompleted();
        assertThat(cancelled).isCompleted();
        assertThat(end.join().status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(started.join().existing()).isFalse();
        assertThat(second.stats().active()).isEqualTo(1);
    }

    @Test
    @DisplayName("I2, H2: a start that is repeated after the move finds the execution")
    void startedOnce() {
        StartRequest request = request();
        CompletionStage<Started> unused = lanes.start(request);
        settle();
        move(ShardSet.ALL, first, second);

        CompletableFuture<Started> again = lanes.start(request).toCompletableFuture();
        settle();

        assertThat(again.join().existing()).isTrue();
    }

    @Test
    @DisplayName("H2: a caller who gives up waiting for the move does not stop it")
    void givenUp() {
        ExecutionId id = started();
        CompletableFuture<Void> moved = lanes.move(ShardSet.ALL, first, second).toCompletableFuture();

        assertThat(moved.cancel(true)).isTrue();
        settle();

        assertThat(second.shards()).isEqualTo(ShardSet.ALL);
        CompletableFuture<Void> cancelled = cancel(id);
        settle();
        assertThat(cancelled).isCompleted();
    }

    @Test
    @DisplayName("F2: an execution about which deciding fails stays quarantined in the next lane")
    void shunned() {
        ExecutionId id = started();
        Memory memory = new Memory(room.held(), room.shares(), definitions.inUse());
        memory.shunAlso(Map.of(id, new IllegalStateException("too much")));

        Map<ExecutionId, RuntimeException> leaving = memory.shunned(ShardSet.of(List.of(id.shard())));
        second.offer(new Message.Acquire(new Handover(ShardSet.of(List.of(id.shard())), leaving)));
        settle();

        assertThat(leaving).containsOnlyKeys(id);
        assertThat(second.stats().active()).isZero();
        assertThat(second.stats().quarantined()).isEqualTo(1);
    }

    @Test
    @DisplayName("H2: a lane hands over only what it has, and shards can come back")
    void thereAndBack() {
        ExecutionId id = started();

        move(ShardSet.ALL, second, first);
        assertThat(first.shards()).isEqualTo(ShardSet.ALL);
        move(ShardSet.ALL, second, first);
        assertThat(first.shards()).isEqualTo(ShardSet.ALL);
        move(ShardSet.ofLane(0, 2), first, first);
        assertThat(first.shards()).isEqualTo(ShardSet.ALL);
        move(ShardSet.ofLane(0, 2), first, second);
        move(ShardSet.ofLane(0, 4), second, first);

        assertThat(first.shards()).isEqualTo(ShardSet.ofLane(1, 2).with(ShardSet.ofLane(0, 4)));
        CompletableFuture<Void> cancelled = cancel(id);
        settle();
        assertThat(cancelled).isCompleted();
        assertThat(over).isEmpty();
    }
}
