package dev.reeve.simulation.story;

import dev.reeve.AuditOptions;
import dev.reeve.ClusterOptions;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.NodeOptions;
import dev.reeve.Start;
import dev.reeve.internal.engine.scheduler.definition.Journal;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.store.ModelStore;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.internal.test.store.SimDatabase;
import dev.reeve.internal.test.store.StoreFault;
import dev.reeve.internal.test.store.StoreFaults;
import dev.reeve.internal.test.store.StoreLine;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An engine in virtual time, others that share its database, and what was found wrong. For one thread. */
final class Stage {

    static final NodeOptions OPTIONS =
            NodeOptions.defaults().withLanes(1).withDrain(Duration.ofSeconds(1)).withAudit(AuditOptions.OFF);

    final SplittableRandom random;
    final Timeline timeline;
    final ModelStore server;
    final SimDatabase database;
    final SimNode node;
    private final UnaryOperator<Store> around;
    private final List<String> breaches = new ArrayList<>();
    private final List<StoreLine> lines = new ArrayList<>();
    private int nodes;

    /** @param around what stands between the engine and its store */
    Stage(long seed, NodeOptions options, UnaryOperator<Store> around) {
        this(seed, options, Map.of(), around);
    }

    /** @param faults the probability of each fault of the database, once the first engine is open */
    Stage(long seed, NodeOptions options, Map<StoreFault, Double> faults, UnaryOperator<Store> around) {
        this(seed, options, faults, around, false);
    }

    private Stage(
            long seed,
            NodeOptions options,
            Map<StoreFault, Double> faults,
            UnaryOperator<Store> around,
            boolean takesRequests) {
        random = new SplittableRandom(seed);
        timeline = new Timeline(seed);
        SplittableRandom lots = new SplittableRandom(~seed); // the stories of each seed stay as they are
        server = new ModelStore(this::databaseTime);
        database = SimDatabase.over(
                timeline,
                new StoreFaults(faults, (kind, rate) -> timeline.nanos() > 0 && lots.nextDouble() < rate),
                server,
                () -> {});
        this.around = around;
        if (takesRequests) {
            database.takeRequests();
        }
        node = join(options);
    }

    /** A stage with a database to which SQL functions give requests. */
    static Stage ofRequests(long seed) {
        return new Stage(seed, OPTIONS.withCluster(ClusterOptions.defaults()), Map.of(), store -> store, true);
    }

    private Instant databaseTime() {
        return database.now();
    }

    /** Opens one more engine. The options of all of them must say that they share the database. */
    SimNode join(NodeOptions options) {
        SimNode opened =
                new SimNode(++nodes, timeline, random.split(), 0, (where, error) -> breach(where + " threw " + error));
        StoreLine line = new StoreLine();
        lines.add(line);
        opened.open(it -> around.apply(database.open(it::run, line)), options);
        return opened;
    }

    /** The connections of each engine to the database, in the order in which they were opened. */
    List<StoreLine> lines() {
        return lines;
    }

    void deploy(String yaml) {
        node.run(() -> node.reeve().deploy(DefinitionReader.parse(yaml)));
    }

    /** Runs on, and says what was found wrong. */
    List<String> play(Duration until) {
        timeline.runUntil(until.toNanos());
        return List.copyOf(breaches);
    }

    /** As above. By then each execution must have ended, and the judge gets the history of each. */
    List<String> play(Duration until, Consumer<List<Event>> judge) {
        play(until);
        for (ExecutionRow row : database.executions()) {
            if (!row.status().isTerminal()) {
                breach("the execution has not ended: " + row.status());
            }
            judge.accept(Journal.events(database.journal(row.id())));
        }
        return play(until.plusSeconds(1));
    }

    void breach(String what) {
        breaches.add(what);
    }

    /** At that time, in the engine's process. */
    void at(Duration when, Runnable what) {
        timeline.after(when.minusNanos(timeline.nanos()), "story", () -> node.run(what));
    }

    void every(Duration interval, Runnable what) {
        timeline.after(interval, "story", () -> {
            node.run(what);
            every(interval, what);
        });
    }

    Duration upTo(Duration max) {
        return Duration.ofNanos(random.nextLong(max.toNanos()));
    }

    /** Starts one, and tells its id once that is stored. */
    void start(String workflow, Json input, Consumer<ExecutionId> then) {
        var unused = node.reeve().startAsync(workflow, input, Start.plain()).whenComplete((execution, error) -> {
            if (error == null) {
                then.accept(execution.id());
            } else {
                breach("a start failed: " + error);
            }
        });
    }

    CompletionStage<Ended> end(ExecutionId id) {
        return node.node().lanes().awaitEnd(id);
    }

    /** The intervention in a call of a method; null for none, with the arguments as they are then. */
    interface Interception {
        @Nullable Object of(String method, @Nullable Object[] arguments) throws Throwable;
    }

    /** As {@link Interception}, for the calls of a lane. */
    interface LaneInterception {
        @Nullable Object of(LaneStore lane, String method, @Nullable Object[] arguments) throws Throwable;
    }

    /** The same store, but for some calls of its lanes. */
    static Store aroundLanes(Store real, LaneInterception interception) {
        return around(
                Store.class,
                real,
                (method, arguments) -> method.equals("join") ? joined(real, arguments, interception) : null);
    }

    /** The answer of a store to "join", except for some calls of the lanes. */
    static List<LaneStore> joined(Store real, @Nullable Object[] arguments, LaneInterception interception) {
        NodeId node = (NodeId) Objects.requireNonNull(arguments[0]);
        int lanes = (Integer) Objects.requireNonNull(arguments[1]);
        return real.join(node, lanes).stream()
                .map(lane -> around(LaneStore.class, lane, (method, given) -> interception.of(lane, method, given)))
                .toList();
    }

    /** The same, but for some calls. */
    static <T> T around(Class<T> type, T real, Interception interception) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    @Nullable Object[] arguments = given == null ? new Object[0] : given;
                    Object instead = interception.of(method.getName(), arguments);
                    if (instead != null) {
                        return instead;
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
