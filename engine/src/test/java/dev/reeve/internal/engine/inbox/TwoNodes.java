package dev.reeve.internal.engine.inbox;

import dev.reeve.AttemptToken;
import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.LaneOptions;
import dev.reeve.Purpose;
import dev.reeve.ReeveException;
import dev.reeve.ServiceOptions;
import dev.reeve.StepPath;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.dispatch.Dispatcher;
import dev.reeve.internal.engine.dispatch.InProcessTransport;
import dev.reeve.internal.engine.runtime.ManualClock;
import dev.reeve.internal.engine.scheduler.Lane;
import dev.reeve.internal.engine.scheduler.Lanes;
import dev.reeve.internal.engine.scheduler.admission.Room;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.engine.scheduler.definition.Journal;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.ClusterHints.Hint;
import dev.reeve.spi.store.ClusterHints.Subject;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.transport.Registration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Two nodes with one lane each on one store in memory. The first one begins with the even shards, the second one with
 * the odd ones. The test is their thread, and time passes when it says so.
 */
final class TwoNodes {

    static final Definition WORKFLOW = DefinitionReader.parse("""
            workflow: one
            version: 1
            steps:
              only: { action: test.only, completeBy: 1h }
            """);

    static final Definition NEXT = DefinitionReader.parse("""
            workflow: one
            version: 2
            steps:
              only: { action: test.only, completeBy: 2h }
            """);

    private static final int TURNS_MAX = 1_000;

    /** How often each node reads the pulse of the store. */
    private static final long PULSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    final Store store = new MemoryStore(clock::now);
    final MemoryInbox inbox = new MemoryInbox();
    private long nextPulseNanos;
    private long ids;
    boolean withHints = true;

    /** How long an execution stays in the store after its end. */
    @Nullable Duration kept;

    final OneNode first;
    final OneNode second;

    /** One of the nodes. */
    final class OneNode {

        final String name;
        final Room room;
        final Lanes lanes;
        final Dispatcher dispatcher;
        final Definitions definitions = new Definitions(store);
        final AwaitedEnds ends = new AwaitedEnds(store, definitions, clock, row -> kept);
        final InboxSender sender;
        final InboxReceiver receiver;
        final List<ReeveException> over = new ArrayList<>();
        final MemoryInbox.LaneOfNode rows;
        final Lane lane;
        boolean dead;

        OneNode(String name, LaneStore joined, LaneOptions options, long seed) {
            this.name = name;
            this.room = Room.of(options);
            this.lanes = new Lanes(room.held());
            this.dispatcher = new Dispatcher(clock, lanes, ServiceOptions.defaults(), new Random(1), seed, room.held());
            this.sender = new InboxSender(inbox, name, clock, new Random(seed), ends, TwoNodes.this::hint, shard -> "");
            this.receiver = new InboxReceiver(
                    inbox, store, definitions, clock, lanes::owned, lanes::deliver, TwoNodes.this::hint);
            lanes.elsewhere(sender);
            lanes.onceReceived(receiver::afterLook);
            rows = inbox.new LaneOfNode(joined);
            lane = new Lane(0, rows, clock, dispatcher, deadlines -> {}, definitions, room, over::add);
            lanes.open(List.of(lane));
        }

        void claim(ShardSet shards) {
            ShardSet before = rows.owned();
            lanes.acquire(lane, rows.claim(shards).without(before));
            receiver.hinted();
        }

        void agent() {
            new InProcessTransport(dispatcher).register(new Registration("agent", Set.of("test.only"), 1));
        }

        /** It reaches nothing any more, and its shards are free. */
        void die() {
            dead = true;
            rows.remove();
        }

        CompletableFuture<Started> start(StartRequest request) {
            CompletableFuture<Started> started = lanes.start(request).toCompletableFuture();
            settle();
            return started;
        }

        boolean turn() {
            return !dead
                    && Math.min(
                                    Math.min(lane.runOnce(), sender.runOnce()),
                                    Math.min(receiver.runOnce(), ends.runOnce()))
                            <= 0;
        }
    }

    TwoNodes() {
        this(LaneOptions.defaults());
    }

    /** @param options of the lane of the second node */
    TwoNodes(LaneOptions options) {
        List<LaneStore> joined = store.join(new NodeId("test", 1), 2);
        for (Definition workflow : List.of(WORKFLOW, NEXT)) {
            store.deploy(new StoredWorkflow("default", workflow.name(), workflow.version(), workflow.toJson()));
        }
        first = new OneNode("first-1", joined.getFirst(), LaneOptions.defaults(), 1L << 32);
        second = new OneNode("second-2", joined.getLast(), options, 2L << 32);
        first.claim(ShardSet.ofLane(0, 2));
        second.claim(ShardSet.ofLane(1, 2));
        settle();
    }

    /** Lets time pass, in small steps. */
    void pass(Duration time) {
        Duration step = Duration.ofMillis(50);
        for (Duration left = time; left.isPositive(); left = left.minus(step)) {
            clock.pass(step);
            if (clock.nanos() >= nextPulseNanos) {
                nextPulseNanos = clock.nanos() + PULSE_NANOS;
                if (!inbox.rows.isEmpty()) {
                    first.receiver.hinted();
                    second.receiver.hinted();
                }
            }
            settle();
        }
    }

    private void hint(Hint hint) {
        if (!withHints) {
            return;
        }
        for (OneNode node : List.of(first, second)) {
            if (!hint.node().isEmpty() && !hint.node().equals(node.name)) {
                continue;
            }
            if (hint.subject() == Subject.INBOX) {
                node.receiver.hinted();
            } else {
                node.sender.hinted();
            }
        }
    }

    /** Until nothing is left to do at this time. */
    void settle() {
        for (int i = 0; i < TURNS_MAX; i++) {
            boolean more = first.turn();
            more |= second.turn();
            if (!more) {
                return;
            }
        }
        throw new AssertionError("the nodes do not come to rest");
    }

    /** A start in a shard that the second node has in the beginning. */
    StartRequest request(String key) {
        return request(key, "{}", 0);
    }

    StartRequest request(String key, String input, long digest) {
        ExecutionId id;
        do {
            id = new ExecutionId(new UUID(0x7000, ++ids));
        } while (id.shard() % 2 == 0);
        return request(id, key, input, digest);
    }

    static StartRequest request(ExecutionId id, String key, String input, long digest) {
        Event.ExecutionStarted started =
                new Event.ExecutionStarted("one", 1, "default", key, new Json(input), 0, Map.of(), null, 1);
        return new StartRequest(id, Plan.of(WORKFLOW), started, digest);
    }

    /** An execution of the second node, with its only step under way if there is an agent. */
    ExecutionId started() {
        StartRequest request = request("key-" + ids);
        assertCompleted(second.start(request));
        return request.id();
    }

    private static void assertCompleted(CompletableFuture<Started> started) {
        if (!started.isDone() || started.isCompletedExceptionally()) {
            throw new AssertionError("not started: " + started);
        }
    }

    /** The attempt that is under way. */
    AttemptToken attempt(ExecutionId id) {
        for (Event event : Journal.events(store.history(id))) {
            if (event instanceof Event.StepStarted begun) {
                return new AttemptToken(id, begun.step(), begun.purpose(), begun.attempt(), begun.nonce());
            }
        }
        return new AttemptToken(id, StepPath.of("only"), Purpose.FORWARD, 1, 7);
    }

    /** The error with which a future has failed. */
    static ReeveException error(CompletableFuture<?> failed) {
        if (!failed.isCompletedExceptionally()) {
            throw new AssertionError("it has not failed: " + failed);
        }
        return failed.handle((value, error) -> error)
                .thenApply(error -> (ReeveException)
                        (error.getCause() == null || error instanceof ReeveException ? error : error.getCause()))
                .join();
    }

    static ErrorCode code(CompletableFuture<?> failed) {
        return error(failed).code();
    }
}
