package dev.reeve.simulation.story;

import dev.reeve.ClusterOptions;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.KeyPolicy;
import dev.reeve.NodeOptions;
import dev.reeve.Start;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.store.ModelStore;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.internal.test.store.SimDatabase;
import dev.reeve.internal.test.store.StoreFaults;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ClusterStore;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Registration;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.Succession;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Another node reads the end of an execution that the standby has not confirmed. Its key is to begin again, and then a
 * failover loses the end. The key has one open execution, and another one after the end that is stored (S2, F21).
 */
public final class LostEndStory {

    private static final NodeOptions SHARED = Stage.OPTIONS.withCluster(ClusterOptions.defaults());

    private final Timeline timeline;
    private final SplittableRandom random;
    private final ModelStore server = new ModelStore(this::now);
    private final SimDatabase database;
    private final CompletableFuture<CommitOutcome> inDoubt = new CompletableFuture<>();
    private boolean isStandbyGone;
    private @Nullable Runnable lostByFailover;
    private final SimNode owner;
    private final SimNode client;

    private LostEndStory(long seed) {
        timeline = new Timeline(seed);
        random = new SplittableRandom(seed);
        database = SimDatabase.over(timeline, StoreFaults.none(), server, () -> {});
        owner = node(1, SHARED, store -> Stage.around(Store.class, store, (method, given) -> cluster(store, method)));
        client = node(2, SHARED.withCluster(ClusterOptions.defaults().withOwns(false)), store -> store);
    }

    public static List<String> run(long seed) {
        return new LostEndStory(seed).tell();
    }

    private Instant now() {
        return Instant.parse("2026-03-01T12:00:00Z").plusNanos(timeline.nanos());
    }

    private SimNode node(int number, NodeOptions options, UnaryOperator<Store> around) {
        SimNode node = new SimNode(number, timeline, random.split(), 0, (where, error) -> {
            throw new AssertionError(where, error);
        });
        node.open(it -> around.apply(database.open(it::run)), options);
        return node;
    }

    private @Nullable Object cluster(Store real, String method) {
        ClusterStore cluster = real.cluster();
        return !method.equals("cluster")
                ? null
                : Stage.around(
                        ClusterStore.class,
                        cluster,
                        (name, given) -> !name.equals("join")
                                ? null
                                : cluster
                                        .join((Registration) Objects.requireNonNull(given[0]), (Integer)
                                                Objects.requireNonNull(given[1]))
                                        .stream()
                                        .map(this::lane)
                                        .toList());
    }

    private LaneStore lane(LaneStore real) {
        return Stage.around(LaneStore.class, real, (method, given) -> commit(real, method, given));
    }

    /** While the standby is gone, commits are visible and in doubt. */
    private @Nullable Object commit(LaneStore real, String method, @Nullable Object[] arguments) {
        if (!method.equals("commit") || !isStandbyGone) {
            return null;
        }
        Batch batch = (Batch) Objects.requireNonNull(arguments[0]);
        lostByFailover = server.before(batch);
        var unused = real.commit(batch);
        return inDoubt.minimalCompletionStage();
    }

    private void failOver() {
        Objects.requireNonNull(lostByFailover).run();
        isStandbyGone = false;
        owner.run(() -> inDoubt.complete(new CommitOutcome.InDoubt(
                new StoreException(StoreException.Kind.UNAVAILABLE, "made up: no standby confirmed", null))));
    }

    private static CompletableFuture<ExecutionId> start(SimNode node, String request) {
        CompletableFuture<ExecutionId> started = new CompletableFuture<>();
        Start how = Start.key("k").keyPolicy(KeyPolicy.RETURN_OPEN).request(request);
        node.run(() -> node.reeve().startAsync("sync", Json.EMPTY_OBJECT, how).whenComplete((found, error) -> {
            if (error == null) {
                started.complete(found.id());
            } else {
                started.completeExceptionally(error);
            }
        }));
        return started;
    }

    private @Nullable ExecutionId start(SimNode node, String request, int seconds) {
        CompletableFuture<ExecutionId> started = start(node, request);
        pass(seconds);
        return started.getNow(null);
    }

    private CompletableFuture<Ended> end(ExecutionId id) {
        CompletableFuture<Ended> ended = new CompletableFuture<>();
        client.run(() -> client.node().lanes().awaitEnd(id).thenAccept(ended::complete));
        return ended;
    }

    private void signal(ExecutionId id) {
        owner.run(() -> owner.node().lanes().ask(id, new Command.Signal("go", null, Json.NULL, "alice")));
    }

    private void pass(int seconds) {
        timeline.runUntil(timeline.nanos() + Duration.ofSeconds(seconds).toNanos());
    }

    private List<String> tell() {
        client.run(() -> client.reeve()
                .deploy(DefinitionReader.parse("workflow: sync\nsteps: { go: { await: { signal: go } } }")));
        pass(15);
        ExecutionId first = start(client, "1", 5);
        if (first == null) {
            return List.of("nothing was started");
        }
        CompletableFuture<Ended> told = end(first);
        isStandbyGone = true;
        signal(first);
        pass(2);
        if (!told.isDone()) {
            return List.of("the end was not told: nothing is lost with it");
        }
        CompletableFuture<ExecutionId> second = start(random.nextBoolean() ? owner : client, "2");
        pass(1);
        failOver();
        pass(10);
        List<ExecutionId> open = open();
        List<String> breaches = new ArrayList<>();
        if (open.size() > 1) {
            breaches.add("executions of one key are open at the same time: " + open);
        }
        if (!open.contains(first) || !first.equals(second.getNow(null))) {
            breaches.add("%s is open, and the answer of a start is %s".formatted(open, second));
        }
        signal(first);
        pass(5);
        ExecutionId third = start(client, "3", 5);
        if (!Succession.after(first).equals(third)) {
            breaches.add("after the end of %s a start began %s".formatted(first, third));
        }
        return breaches;
    }

    private List<ExecutionId> open() {
        return database.executions().stream()
                .filter(row -> !row.status().isTerminal())
                .map(ExecutionRow::id)
                .toList();
    }
}
