package dev.reeve.internal.engine.client;

import dev.reeve.Actor;
import dev.reeve.BulkOperations;
import dev.reeve.Deployed;
import dev.reeve.DeployedVersion;
import dev.reeve.EngineHealth;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionSummary;
import dev.reeve.Inbox;
import dev.reeve.JdbcReeve;
import dev.reeve.JobOptions;
import dev.reeve.Json;
import dev.reeve.MessageOperations;
import dev.reeve.MoveCheck;
import dev.reeve.NodeOptions;
import dev.reeve.NodeStatus;
import dev.reeve.ReeveException;
import dev.reeve.ScheduleOperations;
import dev.reeve.ServiceOperations;
import dev.reeve.Signal;
import dev.reeve.Start;
import dev.reeve.agent.Agent;
import dev.reeve.internal.agent.ClassPath;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.internal.engine.client.deployment.DefinitionKeeper;
import dev.reeve.internal.engine.client.execution.EmbeddedExecution;
import dev.reeve.internal.engine.client.execution.EngineAccess;
import dev.reeve.internal.engine.client.execution.JobStart;
import dev.reeve.internal.engine.client.execution.SignalledStart;
import dev.reeve.internal.engine.client.execution.SqlRequests;
import dev.reeve.internal.engine.client.opening.ClassPreloader;
import dev.reeve.internal.engine.client.opening.StoreOpener;
import dev.reeve.internal.engine.client.operation.EmbeddedBulks;
import dev.reeve.internal.engine.client.operation.EmbeddedHealth;
import dev.reeve.internal.engine.client.operation.EmbeddedMessages;
import dev.reeve.internal.engine.client.operation.EmbeddedSchedules;
import dev.reeve.internal.engine.client.operation.EmbeddedServices;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.runtime.Surroundings;
import dev.reeve.internal.engine.scheduler.EnlistedStart;
import dev.reeve.internal.engine.scheduler.message.Known;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.transport.AgentTransport;
import dev.reeve.workflow.Workflow;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import javax.sql.DataSource;

/** The engine in this process, as callers see it. */
public final class EmbeddedReeve implements JdbcReeve {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Node node;
    private final Realms realms;
    private final Realm realm;
    private final EngineAccess engine;

    /** The namespace of the realm, with the access of any actor. */
    private EmbeddedReeve(Node node, Realms realms, Realm realm, EngineAccess engine) {
        this.node = node;
        this.realms = realms;
        this.realm = realm;
        this.engine = engine;
    }

    /**
     * Opens the SQLite store in this file. Creates the file if it does not exist. Needs {@code reeve-sqlite}.
     *
     * @throws ReeveException if the file cannot be used; the message says why, and what to do
     */
    static EmbeddedReeve open(Path file, NodeOptions options) {
        prepare();
        return on(StoreOpener.open(file), options);
    }

    /**
     * Opens the store in this database, in the schema {@code reeve}. Needs {@code reeve-postgresql}. The caller
     * closes the data source, after this instance.
     *
     * @throws ReeveException if the database cannot be used; the message says why, and what to do
     */
    static EmbeddedReeve open(DataSource dataSource, NodeOptions options) {
        prepare();
        return on(StoreOpener.open(dataSource), options);
    }

    private static void prepare() {
        // before the preloader, which uses the libraries
        ClassPath.verify(ErrorCode.STORE_UNUSABLE);
        Surroundings.machine().aside("reeve-preload", ClassPreloader::run);
    }

    /**
     * Runs an engine on an open store, such as a custom one. Closes the store on {@link #close}.
     *
     * @throws ReeveException if the engine cannot take over the store; the message says why, and what to do. The store
     *     is closed then
     */
    public static EmbeddedReeve on(Store store, NodeOptions options) {
        DefinitionKeeper keeper = new DefinitionKeeper(store);
        Node node = EngineCalls.reading(() -> Node.open(keeper, options, Surroundings.machine()));
        keeper.keep(node.definitions());
        EmbeddedReeve reeve = over(node);
        node.watchBulks(reeve.realms::lookForBulks);
        return reeve;
    }

    /** Wraps a node that the caller drives. Closes the node on {@link #close}. */
    public static EmbeddedReeve over(Node node) {
        Realms realms = new Realms(node);
        Realm first = realms.first();
        try {
            realms.followSchedules();
            realms.schedule();
            node.watchSchedules(realms::lookForSchedules);
            new SqlRequests(name -> realms.of(name).engine(), node).receive();
            return new EmbeddedReeve(node, realms, first, first.engine());
        } catch (StoreException e) {
            // no attempts are under way, so closing waits for none
            node.beginClosing();
            node.finishClosing();
            throw EngineCalls.translated(e);
        }
    }

    @Override
    public Deployed deploy(Workflow workflow) {
        node.check();
        return realm.deployments().one(DefinitionReader.of(workflow), engine.actor());
    }

    @Override
    public List<Deployed> deploy(Collection<? extends Workflow> workflows) {
        node.check();
        return realm.deployments()
                .all(workflows.stream().map(DefinitionReader::of).toList(), engine.actor());
    }

    @Override
    public void undeploy(String workflow, int version, String reason) {
        EngineCalls.await(removing(workflow, version, reason), PATIENCE, "for what is under way to be stored")
                .run();
    }

    private CompletionStage<Runnable> removing(String workflow, int version, String reason) {
        node.check();
        return realm.deployments().removing(workflow, version, engine.actor(), Arguments.text("reason", reason));
    }

    @Override
    public CompletionStage<Integer> undeployAsync(String workflow, int version, String reason) {
        return engine.handedOver(removing(workflow, version, reason), deciding -> {
            deciding.run();
            return version;
        });
    }

    @Override
    public List<DeployedVersion> definitions() {
        node.check();
        return realm.deployments().versions();
    }

    @Override
    public Optional<Json> definition(String workflow, int version) {
        node.check();
        return realm.deployments().content(workflow, version);
    }

    @Override
    public Agent.Builder agent(String name) {
        return Agent.named(name).transport(node.transport(engine.namespace()));
    }

    /** The transport for agents of a namespace, for a server that passes their messages on. */
    public AgentTransport transport(String namespace) {
        return node.transport(namespace);
    }

    @Override
    public Execution start(String workflow, Object input) {
        return start(workflow, input, Start.plain());
    }

    @Override
    public Execution start(String workflow, Object input, Start how) {
        return handle(engine.start(engine.request(workflow, input, how)));
    }

    @Override
    public CompletionStage<Execution> startAsync(String workflow, Object input, Start how) {
        return engine.startAsync(engine.request(workflow, input, how), this::handle);
    }

    @Override
    public Execution signalWithStart(String workflow, Object input, Start how, Signal signal) {
        return new SignalledStart<>(engine, workflow, input, how, signal, this::handle).sent();
    }

    @Override
    public CompletionStage<Execution> signalWithStartAsync(String workflow, Object input, Start how, Signal signal) {
        return new SignalledStart<>(engine, workflow, input, how, signal, this::handle).send();
    }

    /** The handle of an execution, which need not exist. */
    Execution handle(ExecutionId id) {
        return new EmbeddedExecution(engine, id);
    }

    @Override
    public Execution start(Connection connection, String workflow, Object input, Start how) {
        return handle(enlisted(connection, engine.request(workflow, input, how)));
    }

    @Override
    public Execution run(String action, Object input, Start how) {
        return run(action, input, how, JobOptions.defaults());
    }

    @Override
    public Execution run(String action, Object input, Start how, JobOptions options) {
        return handle(job(action, input, how, options).start(engine::start));
    }

    @Override
    public CompletionStage<Execution> runAsync(String action, Object input, Start how, JobOptions options) {
        return job(action, input, how, options).startAsync(this::handle);
    }

    @Override
    public Execution run(Connection connection, String action, Object input, Start how, JobOptions options) {
        engine.check();
        EngineCalls.reading(() -> {
            node.store().checkEnlisting(connection);
            return connection;
        });
        return handle(job(action, input, how, options).start(request -> enlisted(connection, request)));
    }

    private JobStart job(String action, Object input, Start how, JobOptions options) {
        engine.check();
        return new JobStart(engine, realm.jobs(), action, input, how, options);
    }

    private ExecutionId enlisted(Connection connection, StartRequest request) {
        ExecutionId earlier = engine.earlier(request);
        if (earlier != null) {
            return earlier;
        }
        EnlistedStart enlisting = EnlistedStart.of(request, node.clock().now());
        Optional<ExecutionRow> known;
        try {
            known = node.store().enlist(connection, enlisting.execution(), enlisting.first(), enlisting.messages());
        } catch (StoreException e) {
            // the store finds no definition, and cannot say why
            throw e.kind() == StoreException.Kind.DATA && !node.definitions().admits(request.plan(), engine.namespace())
                    ? request.withdrawn()
                    : EngineCalls.translated(e);
        }
        ReeveException conflict = known.map(Known::of).map(request::conflict).orElse(null);
        if (conflict != null) {
            throw conflict;
        }
        if (known.isEmpty()) {
            node.arrivals().expect(request.id());
        }
        return known.map(ExecutionRow::id).orElse(request.id());
    }

    @Override
    public MoveCheck check(Workflow workflow) {
        return engine.reader().check(workflow);
    }

    @Override
    public Optional<Execution> find(ExecutionId id) {
        node.check();
        return engine.reader().has(id) ? Optional.of(handle(id)) : Optional.empty();
    }

    @Override
    public Optional<Execution> find(String key) {
        return engine.reader().find(key).map(this::handle);
    }

    @Override
    public List<ExecutionSummary> list(ExecutionQuery query) {
        return engine.reader().list(query);
    }

    @Override
    public Inbox inbox() {
        return engine.reader().inbox();
    }

    @Override
    public Inbox inbox(int executionsMax) {
        return engine.reader().inbox(executionsMax);
    }

    @Override
    public EmbeddedReeve actingAs(Actor other) {
        return new EmbeddedReeve(node, realms, realm, engine.actingAs(other));
    }

    @Override
    public Actor actor() {
        return engine.acting();
    }

    @Override
    public EmbeddedReeve namespace(String other) {
        Realm wanted = realms.served(Arguments.namespace(other));
        return new EmbeddedReeve(node, realms, wanted, wanted.engine().actingAs(engine.acting()));
    }

    @Override
    public String namespace() {
        return engine.namespace();
    }

    @Override
    public ScheduleOperations schedules() {
        return new EmbeddedSchedules(engine, realm.scheduling(), realm.deployments(), realm.jobs());
    }

    @Override
    public ServiceOperations services() {
        return new EmbeddedServices(engine, node);
    }

    @Override
    public BulkOperations bulk() {
        return new EmbeddedBulks(engine, realm.bulks());
    }

    @Override
    public MessageOperations messages() {
        return new EmbeddedMessages(engine, node);
    }

    @Override
    public List<NodeStatus> nodes() {
        return engine.reader().nodes();
    }

    @Override
    public EngineHealth health() {
        return new EmbeddedHealth(engine, node);
    }

    @Override
    public void close() {
        realms.close();
        node.close();
    }
}
