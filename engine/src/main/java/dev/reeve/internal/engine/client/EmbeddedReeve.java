package dev.reeve.internal.engine.client;

import dev.reeve.Actor;
import dev.reeve.BulkOperations;
import dev.reeve.Deployed;
import dev.reeve.EngineHealth;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionSummary;
import dev.reeve.Inbox;
import dev.reeve.JdbcReeve;
import dev.reeve.Json;
import dev.reeve.MessageOperations;
import dev.reeve.MoveCheck;
import dev.reeve.NodeOptions;
import dev.reeve.ReeveException;
import dev.reeve.ScheduleOperations;
import dev.reeve.ServiceOperations;
import dev.reeve.Start;
import dev.reeve.agent.Agent;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.start.Reruns;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.engine.runtime.Surroundings;
import dev.reeve.internal.engine.scheduler.EnlistedStart;
import dev.reeve.internal.engine.scheduler.RerunStarts;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.Started;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.workflow.Workflow;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** The engine in this process, as callers see it. */
public final class EmbeddedReeve implements JdbcReeve {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Node node;
    private final DirectReader reader;
    private final Ids ids;
    private final Bulks bulks;
    private final Scheduling scheduling;
    private final Deployments deployments;
    private final Actor actor;
    private final String namespace = Node.DEFAULT_NAMESPACE;

    private EmbeddedReeve(Node node) {
        this.actor = Actor.APPLICATION;
        this.node = node;
        this.reader = new DirectReader(node);
        this.ids = new Ids(node.surroundings().random());
        this.bulks = new Bulks(this, node);
        this.scheduling = new Scheduling(this, node);
        this.deployments = new Deployments(node, reader, namespace);
    }

    /** The same engine with another actor. */
    private EmbeddedReeve(EmbeddedReeve engine, Actor actor) {
        this.actor = actor;
        this.node = engine.node;
        this.reader = engine.reader;
        this.ids = engine.ids;
        this.bulks = engine.bulks;
        this.scheduling = engine.scheduling;
        this.deployments = engine.deployments;
    }

    /**
     * Opens the SQLite store in this file. Creates the file if it does not exist. Needs {@code reeve-sqlite}.
     *
     * @throws ReeveException if the file cannot be used; the message says why, and what to do
     */
    public static EmbeddedReeve open(Path file, NodeOptions options) {
        return open(() -> Stores.open(Stores.given(file), "reeve-sqlite", provider -> provider.open(file)), options);
    }

    /**
     * Opens the store in this database, in the schema {@code reeve}. Needs {@code reeve-postgresql}. The caller
     * closes the data source, after this instance.
     *
     * @throws ReeveException if the database cannot be used; the message says why, and what to do
     */
    public static EmbeddedReeve open(DataSource dataSource, NodeOptions options) {
        return open(
                () -> Stores.open(Stores.given(dataSource), "reeve-postgresql", provider -> provider.open(dataSource)),
                options);
    }

    private static EmbeddedReeve open(Supplier<Store> store, NodeOptions options) {
        ClassPath.verify();
        Surroundings.machine().aside("reeve-preload", Preload::run);
        return on(Waiting.reading(store), options);
    }

    /**
     * Runs an engine on an open store, such as a custom one. Closes the store on {@link #close}.
     *
     * @throws ReeveException if the engine cannot take over the store; the message says why, and what to do. The store
     *     is closed then
     */
    public static EmbeddedReeve on(Store store, NodeOptions options) {
        EmbeddedReeve reeve = over(Waiting.reading(() -> Node.open(store, options, Surroundings.machine())));
        reeve.node.surroundings().aside("reeve-bulk", reeve.bulks::goOn);
        return reeve;
    }

    /** Wraps a node that the caller drives. Closes the node on {@link #close}. */
    public static EmbeddedReeve over(Node node) {
        EmbeddedReeve reeve = new EmbeddedReeve(node);
        try {
            reeve.scheduling.goOn();
            return reeve;
        } catch (StoreException e) {
            // no attempts are under way, so closing waits for none
            node.beginClosing();
            node.finishClosing();
            throw Waiting.translated(e);
        }
    }

    @Override
    public Deployed deploy(Workflow workflow) {
        node.check();
        return deployments.one(DefinitionReader.of(workflow));
    }

    @Override
    public List<Deployed> deploy(Collection<? extends Workflow> workflows) {
        node.check();
        return deployments.all(workflows.stream().map(DefinitionReader::of).toList());
    }

    @Override
    public void undeploy(String workflow, int version, String reason) {
        Waiting.await(removing(workflow, version, reason), PATIENCE, "for what is under way to be stored")
                .run();
    }

    private CompletionStage<Runnable> removing(String workflow, int version, String reason) {
        node.check();
        return deployments.removing(workflow, version, actor.name(), Checks.text("reason", reason));
    }

    @Override
    public CompletionStage<Integer> undeployAsync(String workflow, int version, String reason) {
        return handedOver(removing(workflow, version, reason), deciding -> {
            deciding.run();
            return version;
        });
    }

    @Override
    public Agent.Builder agent(String name) {
        return Agent.named(name).transport(node.transport());
    }

    @Override
    public Execution start(String workflow, Object input) {
        return start(workflow, input, Start.plain());
    }

    @Override
    public Execution start(String workflow, Object input, Start how) {
        Started known = Waiting.await(
                node.lanes().start(request(workflow, input, how)),
                PATIENCE,
                "for the start of " + workflow + " to be stored");
        return new EmbeddedExecution(this, known.id());
    }

    @Override
    public CompletionStage<Execution> startAsync(String workflow, Object input, Start how) {
        return handedOver(
                node.lanes().start(request(workflow, input, how)), known -> new EmbeddedExecution(this, known.id()));
    }

    @Override
    public Execution start(Connection connection, String workflow, Object input, Start how) {
        StartRequest request = request(workflow, input, how);
        EnlistedStart enlisting = EnlistedStart.of(request, node.clock().now());
        Optional<ExecutionRow> known = Waiting.reading(
                () -> node.store().enlist(connection, enlisting.execution(), enlisting.first(), enlisting.messages()));
        if (known.isPresent() && known.get().digest() != request.digest()) {
            throw request.conflict();
        }
        if (known.isEmpty()) {
            node.arrivals().expect(request.id());
        }
        return new EmbeddedExecution(this, request.id());
    }

    /** Refuses the call if the engine is closed or has ended. */
    void check() {
        node.check();
    }

    /** Checks a start without starting anything. */
    void check(String workflow, Json input, Start how) {
        request(workflow, input, how);
    }

    @Override
    public MoveCheck check(Workflow workflow) {
        node.check();
        return reader.check(workflow);
    }

    private StartRequest request(String workflow, Object input, Start how) {
        node.check();
        Plan plan = reader.plan(workflow, how.version());
        Json payload = Conversion.write("input", input);
        return new Starting(node, ids, namespace).request(plan, payload, how);
    }

    @Override
    public Optional<Execution> find(ExecutionId id) {
        node.check();
        return Waiting.reading(() -> node.store().find(id)).map(row -> new EmbeddedExecution(this, row.id()));
    }

    @Override
    public Optional<Execution> find(String key) {
        return find(Ids.ofKey(namespace, Checks.name("key", key)));
    }

    @Override
    public List<ExecutionSummary> list(ExecutionQuery query) {
        return reader().list(query);
    }

    @Override
    public Inbox inbox() {
        return reader().inbox();
    }

    @Override
    public Inbox inbox(int executionsMax) {
        return reader().inbox(executionsMax);
    }

    @Override
    public EmbeddedReeve actingAs(Actor other) {
        Checks.name("actor", other.name());
        return new EmbeddedReeve(this, other);
    }

    /** The actor of what this handle does. */
    Actor actor() {
        return actor;
    }

    @Override
    public ScheduleOperations schedules() {
        return new EmbeddedSchedules(this, scheduling, deployments);
    }

    @Override
    public ServiceOperations services() {
        return new EmbeddedServices(this, node);
    }

    @Override
    public BulkOperations bulk() {
        return new EmbeddedBulks(this, bulks);
    }

    @Override
    public MessageOperations messages() {
        return new EmbeddedMessages(this, node);
    }

    @Override
    public EngineHealth health() {
        return new EmbeddedHealth(this, node);
    }

    /** Read-only access to the store. */
    DirectReader reader() {
        node.check();
        return reader;
    }

    CompletionStage<ExecutionResult> result(ExecutionId id) {
        node.check();
        return handedOver(
                node.lanes().awaitEnd(id),
                ended -> new ExecutionResult(ended.id(), ended.status(), ended.output(), ended.failure()));
    }

    /** A future for callers. Its dependent stages run outside the lanes, so they may block. */
    private <T, R> CompletionStage<R> handedOver(CompletionStage<T> promise, Function<T, R> told) {
        CompletableFuture<R> callers = new CompletableFuture<>();
        promise.whenComplete((value, error) -> node.surroundings().callback(() -> {
            if (error != null) {
                callers.completeExceptionally(error);
                return;
            }
            try {
                callers.complete(told.apply(value));
            } catch (RuntimeException | Error e) {
                callers.completeExceptionally(e);
            }
        }));
        // A caller that cancels must not stay registered with the lane until the execution ends, which may take a year.
        CompletableFuture<R> unused = callers.whenComplete((value, error) -> {
            if (error instanceof CancellationException) {
                promise.toCompletableFuture().cancel(false);
            }
        });
        return callers;
    }

    /** The execution that re-runs this one: an existing one, or a new one. */
    EmbeddedExecution rerun(ExecutionId of, Reruns.Wish wish) {
        node.check();
        StartRequest request = Waiting.reading(() -> new RerunStarts(node.store(), node.definitions(), namespace)
                .request(of, wish, node.clock().now()));
        Waiting.await(
                node.lanes().start(request), PATIENCE, "for the start of %s to be stored".formatted(request.id()));
        return new EmbeddedExecution(this, request.id());
    }

    CompletionStage<Void> ask(ExecutionId id, Command command) {
        node.check();
        return node.lanes().ask(id, command);
    }

    @Override
    public void close() {
        bulks.close();
        node.close();
    }
}
