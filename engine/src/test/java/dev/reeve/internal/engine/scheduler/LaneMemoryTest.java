package dev.reeve.internal.engine.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.LaneOptions;
import dev.reeve.MemoryOptions;
import dev.reeve.ReeveException;
import dev.reeve.SharingOptions;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.dispatch.InProcessTransport;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.internal.engine.scheduler.admission.Room;
import dev.reeve.internal.engine.scheduler.batch.DeadlineListener;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.ForwardingLaneStore;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Loaded;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory, writes and reads of a lane are bounded by bytes. */
final class LaneMemoryTest {

    private static final Definition PARENT = DefinitionReader.parse("""
            workflow: parent
            steps:
              first: { action: test.only, completeBy: 1m, heartbeat: 20s, input: { text: "${ input.text }" }, retry: { maxAttempts: 9, backoff: 10s } }
              second: { workflow: child, after: [first], input: "${ steps.first.output }" }
            """);

    private static final Definition CHILD = DefinitionReader.parse("""
            workflow: child
            steps: { only: { action: test.only, completeBy: 1m, retry: { maxAttempts: 9, backoff: 1s } } }
            """);

    private final PriorityQueue<DeadlineListener.Deadline> deadlines =
            new PriorityQueue<>((one, other) -> one.at().compareTo(other.at()));
    private final List<Long> written = new ArrayList<>();
    private final List<Long> heldAtCommit = new ArrayList<>();
    private final List<Long> read = new ArrayList<>();
    private HeldBytes held = HeldBytes.unbounded();
    private boolean fails;

    @Test
    @DisplayName("A message counts towards memory until the lane has handled it, also if its caller gives up")
    void whatIsGivenUpIsHeldUntilItIsDealtWith() {
        LaneFixture fixture = fixture(new MemoryOptions(1 << 20, 1 << 20, 1 << 20));
        long before = held.held();
        StartRequest given = fixture.request(CHILD, input(10_000));
        CompletableFuture<Started> start = fixture.lanes.start(given).toCompletableFuture();
        StartRequest other = fixture.request(CHILD);
        CompletableFuture<Started> kept = fixture.lanes.start(other).toCompletableFuture();
        CompletableFuture<Void> signal = fixture.lanes
                .ask(other.id(), new Command.Signal("go", null, new Json("\"" + "x".repeat(10_000) + "\""), "bob"))
                .toCompletableFuture();
        long waiting = held.held();
        assertThat(waiting - before).isGreaterThan(20_000);

        assertThat(start.cancel(false)).isTrue();
        assertThat(signal.cancel(false)).isTrue();

        assertThat(held.held()).isEqualTo(waiting);
        fixture.settle();
        assertThat(kept).isCompleted();
        for (ExecutionId id : List.of(given.id(), other.id())) {
            CompletableFuture<?> unused =
                    fixture.lanes.ask(id, new Command.Cancel("alice", "enough")).toCompletableFuture();
        }
        fixture.settle();
        assertThat(held.held()).isEqualTo(before);
    }

    private LaneFixture fixture(MemoryOptions memory) {
        held = new HeldBytes(memory.heldBytesMax());
        LaneFixture fixture = new LaneFixture(
                store -> store,
                Weighing::new,
                deadlines::addAll,
                Room.of(LaneOptions.defaults(), memory, SharingOptions.defaults(), held, 1));
        fixture.deploy(PARENT);
        fixture.deploy(CHILD);
        fixture.settle();
        return fixture;
    }

    private static String input(int length) {
        return "{\"text\":\"%s\"}".formatted("x".repeat(length));
    }

    @Test
    @DisplayName("Messages in the mailbox count towards memory at once, and a start is refused before it is stored")
    void startsThatWaitCount() {
        LaneFixture fixture = fixture(new MemoryOptions(25_000, 100_000, 100_000));

        List<CompletableFuture<Started>> starts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            starts.add(fixture.offer(CHILD, input(10_000)));
        }

        assertThat(starts.get(1)).isNotDone();
        assertThat(starts.get(2)).isCompletedExceptionally();
        assertThat(starts.get(3).handle((started, error) -> ((ReeveException) error).code()))
                .isCompletedWithValue(ErrorCode.OVERLOADED);
        fixture.settle();
        assertThat(starts.get(0)).isCompleted();
    }

    @Test
    @DisplayName("One turn is split over several commits, each message once and in order")
    void batchesAreSplit() {
        LaneFixture fixture = fixture(new MemoryOptions(10_000_000, 50_000, 50_000));
        List<CompletableFuture<Started>> starts = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            starts.add(fixture.offer(CHILD, input(10_000)));
        }

        fixture.settle();

        assertThat(starts.stream().filter(CompletableFuture::isDone)).hasSize(40);
        assertThat(written).hasSizeBetween(7, 20).allMatch(length -> length < 100_000);
        assertThat(fixture.lane().stats().active()).isEqualTo(40);
    }

    @Test
    @DisplayName("Requested executions are read in portions")
    void loadsForMessagesAreSplit() {
        LaneFixture fixture = fixture(new MemoryOptions(120_000, 1_000_000, 30_000));
        List<ExecutionId> ids = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            CompletableFuture<Started> start = fixture.offer(CHILD, input(9_000));
            fixture.settle();
            ids.add(start.join().id());
        }
        held.add(120_000); // as if agents held much
        fixture.lanes.sweep();
        fixture.settle();
        assertThat(fixture.lane().stats().swappedOut()).isEqualTo(8);
        read.clear();

        List<CompletionStage<Void>> answers = ids.stream()
                .map(id -> fixture.lanes.ask(id, new Command.Cancel("alice", "not any more")))
                .toList();
        fixture.settle();

        assertThat(answers).allMatch(answer -> answer.toCompletableFuture().isDone());
        assertThat(read).allMatch(length -> length <= 30_000);
        held.remove(120_000);
        assertThat(held.held()).isZero();
    }

    @Test
    @DisplayName("The definitions of executions in memory count, each once, and executions are swapped out for them")
    void definitionsInUse() {
        LaneFixture fixture = fixture(new MemoryOptions(400_000, 1_000_000, 1_000_000));
        List<ExecutionId> ids = new ArrayList<>();
        long before = 0;
        for (int version = 1; version <= 4; version++) {
            Definition large = large(version);
            fixture.deploy(large);
            for (int i = 0; i < 2; i++) {
                before = held.held();
                CompletableFuture<Started> start = fixture.offer(large, "{}");
                fixture.settle();
                ids.add(start.join().id());
            }
            assertThat(held.held() - before)
                    .as("the second execution of version %d", version)
                    .isLessThan(10_000);
        }
        fixture.lanes.sweep();
        fixture.settle();
        assertThat(fixture.lane().stats().swappedOut()).isPositive();
        assertThat(held.held()).isBetween(100_000L, 400_000L);

        ids.forEach(id -> {
            CompletionStage<Void> unused = fixture.lanes.ask(id, new Command.Cancel("alice", "not any more"));
            fixture.settle();
        });
        assertThat(fixture.lane().stats().active()).isZero();
        assertThat(held.held()).isZero();
    }

    @Test
    @DisplayName("Requested executions are read in portions if their definitions do not fit together")
    void definitionsAreLoadedInPortions() {
        LaneFixture fixture = fixture(new MemoryOptions(400_000, 1_000_000, 1_000_000));
        List<ExecutionId> ids = new ArrayList<>();
        for (int version = 1; version <= 8; version++) {
            fixture.deploy(large(version));
            CompletableFuture<Started> start = fixture.offer(large(version), "{}");
            fixture.settle();
            ids.add(start.join().id());
        }
        heldAtCommit.clear();

        List<CompletionStage<Void>> answers = ids.stream()
                .map(id -> fixture.lanes.ask(id, new Command.Cancel("alice", "not any more")))
                .toList();
        fixture.settle();

        assertThat(answers).allMatch(answer -> answer.toCompletableFuture().isDone());
        assertThat(heldAtCommit).hasSizeGreaterThan(1).allMatch(bytes -> bytes < 800_000);
        assertThat(held.held()).isZero();
    }

    /** Its compiled form counts as 160,000 bytes and some more. */
    private static Definition large(int version) {
        return DefinitionReader.parse("""
                workflow: large
                version: %d
                steps:
                  only: { action: test.only, completeBy: 1m }
                  next: { action: test.only, after: [only], completeBy: 1m, input: { text: "%s" } }
                """.formatted(version, "x".repeat(10_000)));
    }

    @Test
    @DisplayName("An execution that is moved counts for its new definition")
    void movedToAnotherDefinition() {
        LaneFixture fixture = fixture(new MemoryOptions(10_000_000, 1_000_000, 1_000_000));
        Definition small = DefinitionReader.parse("""
                workflow: large
                version: 1
                steps: { only: { action: test.only, completeBy: 1m } }
                """);
        fixture.deploy(large(2));
        fixture.deploy(small);
        CompletableFuture<Started> start = fixture.offer(small, "{}");
        fixture.settle();
        long before = held.held();

        CompletionStage<Void> moved =
                fixture.lanes.ask(start.join().id(), new Command.Move(Plan.of(large(2)), "alice", "better"));
        fixture.settle();

        assertThat(moved.toCompletableFuture()).isCompleted();
        assertThat(held.held() - before).isBetween(150_000L, 200_000L);
        CompletionStage<Void> unused =
                fixture.lanes.ask(start.join().id(), new Command.Cancel("alice", "not any more"));
        fixture.settle();
        assertThat(held.held()).isZero();
    }

    @Test
    @DisplayName("V3: a silent agent is noticed, although its execution is swapped out after every scan")
    void silenceIsNoticedWhileSwappedOut() {
        LaneFixture fixture = fixture(new MemoryOptions(1, 1_000_000, 1_000_000));
        held.remove(50_000); // room for the start alone
        InProcessTransport transport = new InProcessTransport(fixture.dispatcher);
        SessionId agent = transport
                .register(new Registration("agent", Set.of("test.only"), 1))
                .toCompletableFuture()
                .join();
        CompletableFuture<Started> start = fixture.offer(PARENT, input(10));
        fixture.settle();
        exchange(transport, agent, Exchange.NOTHING);
        held.add(50_000);
        fixture.lanes.sweep();
        fixture.settle();
        assertThat(fixture.lane().stats().swappedOut()).isOne();

        for (int seconds = 0; seconds < 25; seconds += 5) {
            fixture.pass(Duration.ofSeconds(5));
            wakeAll(fixture);
        }

        assertThat(fixture.store.history(start.join().id()))
                .anyMatch(row -> row.events().contains("HEARTBEAT_MISSED"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    @DisplayName("Under random events all executions end, and no memory stays in use")
    void nothingIsHeldInTheEnd(int seed) {
        Random random = new Random(seed);
        LaneFixture fixture = fixture(new MemoryOptions(
                10_000 + random.nextInt(60_000), 1 + random.nextInt(20_000), 1 + random.nextInt(20_000)));
        InProcessTransport transport = new InProcessTransport(fixture.dispatcher);
        List<SessionId> agents = new ArrayList<>();
        Map<SessionId, List<Report>> reports = new HashMap<>();
        List<CompletableFuture<Started>> starts = new ArrayList<>();
        List<CompletableFuture<Ended>> ends = new ArrayList<>();

        for (int i = 0; i < 300; i++) {
            switch (random.nextInt(7)) {
                case 0, 1 ->
                    starts.add(fixture.offer(random.nextBoolean() ? PARENT : CHILD, input(random.nextInt(4_000))));
                case 2 -> {
                    agents.add(transport
                            .register(new Registration("agent", Set.of("test.only"), 1 + random.nextInt(4)))
                            .toCompletableFuture()
                            .join());
                    if (agents.size() > 3 && random.nextInt(4) == 0) { // one that is lost too often is for a person
                        transport.leave(agents.removeFirst());
                    }
                }
                case 3 -> fails = random.nextInt(4) == 0;
                case 4 -> fixture.pass(Duration.ofSeconds(random.nextInt(15)));
                default -> work(transport, agents, reports, random, false);
            }
            settle(fixture, starts, ends, random);
        }
        fails = false;
        agents.add(transport
                .register(new Registration("agent", Set.of("test.only"), 4))
                .toCompletableFuture()
                .join());
        for (int i = 0; i < 2_000 && (i < 30 || !ends.stream().allMatch(CompletableFuture::isDone)); i++) {
            fixture.pass(Duration.ofSeconds(1));
            work(transport, agents, reports, random, true);
            settle(fixture, starts, ends, random);
        }

        assertThat(ends).isNotEmpty();
        assertThat(ends.stream().filter(end -> !end.isDone()).count())
                .as("executions that have not ended")
                .isZero();
        agents.forEach(transport::leave);
        fixture.settle();
        assertThat(fixture.lane().stats().active()).isZero();
        assertThat(fixture.lane().stats().heldBytes()).isZero();
        assertThat(held.held()).isZero();
    }

    private void settle(
            LaneFixture fixture,
            List<CompletableFuture<Started>> starts,
            List<CompletableFuture<Ended>> ends,
            Random random) {
        wakeAll(fixture);
        if (random.nextInt(10) == 0) {
            fixture.lanes.sweep();
            fixture.settle();
        }
        fixture.dispatcher.tick(Duration.ofMinutes(10));
        for (CompletableFuture<Started> start : starts) {
            if (start.isDone() && !start.isCompletedExceptionally()) {
                ends.add(fixture.lanes.awaitEnd(start.join().id()).toCompletableFuture());
            }
        }
        starts.removeIf(CompletableFuture::isDone);
        fixture.settle();
    }

    private void wakeAll(LaneFixture fixture) {
        fixture.settle();
        while (!deadlines.isEmpty() && !deadlines.peek().at().isAfter(fixture.clock.now())) {
            fixture.lanes.wake(deadlines.remove().execution(), Instant.EPOCH);
            fixture.settle();
        }
    }

    /** Agents take what they get, and answer for some of it: well or badly, or they fall silent. */
    private static void work(
            InProcessTransport transport,
            List<SessionId> agents,
            Map<SessionId, List<Report>> reports,
            Random random,
            boolean well) {
        for (SessionId agent : agents) {
            List<Report> own = reports.computeIfAbsent(agent, a -> new ArrayList<>());
            List<Report> sent = List.copyOf(own);
            for (AttemptRequest request : exchange(transport, agent, new Exchange(sent, List.<Beat>of()))
                    .requests()) {
                if (well || random.nextInt(3) > 0) {
                    own.add(new Report.Completed(request.token(), new Json(input(random.nextInt(4_000)))));
                } else if (random.nextBoolean()) {
                    Failure failure =
                            new Failure(Cause.TRANSIENT, "BAD", "x".repeat(random.nextInt(500)), null, null, true);
                    own.add(new Report.Failed(request.token(), failure));
                }
            }
            own.removeAll(sent);
        }
    }

    private static Reply exchange(InProcessTransport transport, SessionId agent, Exchange exchange) {
        return transport
                .exchange(agent, exchange, Duration.ZERO)
                .toCompletableFuture()
                .join();
    }

    /** Notes how much is written and read at once, and fails if the test says so. */
    private final class Weighing extends ForwardingLaneStore {

        Weighing(LaneStore lane) {
            super(lane);
        }

        @Override
        public CompletionStage<CommitOutcome> commit(Batch batch) {
            heldAtCommit.add(held.held());
            written.add(batch.journal().stream()
                    .map(JournalRow::events)
                    .mapToLong(String::length)
                    .sum());
            if (fails) {
                fails = false;
                return CompletableFuture.completedStage(new CommitOutcome.InDoubt(
                        new StoreException(StoreException.Kind.UNAVAILABLE, "made up", null)));
            }
            return super.commit(batch);
        }

        @Override
        public CompletionStage<Reacquired> reacquire() {
            return super.reacquire().thenApply(found -> Reacquired.NOT_LANDED);
        }

        @Override
        public CompletionStage<Loaded> load(List<ExecutionId> ids, long bytesMax) {
            return super.load(ids, bytesMax).thenApply(loaded -> {
                read.add(loaded.executions().stream()
                        .mapToLong(execution -> execution.journalLength())
                        .sum());
                return loaded;
            });
        }
    }
}
