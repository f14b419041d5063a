package dev.reeve.engine.client;

import dev.reeve.agent.Agent;
import dev.reeve.core.Command;
import dev.reeve.core.ExecutionId;
import dev.reeve.core.Plan;
import dev.reeve.core.Reruns;
import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;
import dev.reeve.engine.audit.AuditReport;
import dev.reeve.engine.audit.Incident;
import dev.reeve.engine.bulk.BulkRequest;
import dev.reeve.engine.bulk.BulkWork;
import dev.reeve.engine.cluster.Node;
import dev.reeve.engine.cluster.NodeOptions;
import dev.reeve.engine.dispatch.AgentStatus;
import dev.reeve.engine.dispatch.ServiceIncident;
import dev.reeve.engine.dispatch.ServiceListener;
import dev.reeve.engine.dispatch.ServiceStatus;
import dev.reeve.engine.dispatch.SuspectAttempt;
import dev.reeve.engine.runtime.Callbacks;
import dev.reeve.engine.runtime.Ids;
import dev.reeve.engine.runtime.Surroundings;
import dev.reeve.engine.schedule.Schedule;
import dev.reeve.engine.schedule.ScheduleStatus;
import dev.reeve.engine.scheduler.Enlisting;
import dev.reeve.engine.scheduler.Rerunning;
import dev.reeve.engine.scheduler.StartRequest;
import dev.reeve.engine.scheduler.Started;
import dev.reeve.engine.store.ExecutionFilter;
import dev.reeve.engine.store.ExecutionRow;
import dev.reeve.engine.store.ScheduleChange;
import dev.reeve.engine.store.ServiceChange;
import dev.reeve.engine.store.Store;
import dev.reeve.engine.store.StoreException;
import dev.reeve.engine.store.UndeliverableMessage;
import dev.reeve.model.Json;
import dev.reeve.model.Workflow;
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
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Durable workflows on an existing database. Thread-safe. Open one instance for each store, and close it.
 *
 * <pre>{@code
 * try (Reeve reeve = Reeve.embedded(Path.of("orders.db"))) {
 *     reeve.deploy(Workflow.load(Path.of("order_fulfilment.yaml")));
 *     reeve.agent("payments")
 *          .action("payment.charge", Charge.class, (charge, step) -> bank.charge(charge, step.idempotencyKey()))
 *          .start();
 *     Execution execution = reeve.start("order_fulfilment", order, Start.key("order-123"));
 *     Receipt receipt = execution.await(Receipt.class, Duration.ofMinutes(5));
 * }
 * }</pre>
 *
 * <p>Guarantees: an acknowledged start is stored permanently. The execution completes, is compensated as a whole, or is
 * escalated to a person. A step has one accepted result. Its action may be performed more than once, always with the
 * same idempotency key.
 */
public final class Reeve implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Node node;
    private final ReeveReader reader;
    private final Ids ids;
    private final Bulks bulks;
    private final Scheduling scheduling;
    private final Deployments deployments;
    private final String namespace = Node.DEFAULT_NAMESPACE;

    private Reeve(Node node) {
        this.node = node;
        this.reader = new ReeveReader(node);
        this.ids = new Ids(node.surroundings().random());
        this.bulks = new Bulks(this, node);
        this.scheduling = new Scheduling(this, node);
        this.deployments = new Deployments(node, reader, namespace);
    }

    /**
     * Opens the SQLite store in this file. Creates the file if it does not exist. Needs {@code reeve-store-sqlite}.
     *
     * @throws ReeveException if the file cannot be used; the message says why, and what to do
     */
    public static Reeve embedded(Path file) {
        return embedded(file, NodeOptions.DEFAULT);
    }

    public static Reeve embedded(Path file, NodeOptions options) {
        return open(
                () -> Stores.open(Stores.given(file), "reeve-store-sqlite", provider -> provider.open(file)), options);
    }

    /**
     * Opens the store in this database, in the schema {@code reeve}. Needs {@code reeve-store-postgres}. The caller
     * closes the data source, after this instance.
     *
     * @throws ReeveException if the database cannot be used; the message says why, and what to do
     */
    public static Reeve embedded(DataSource dataSource) {
        return embedded(dataSource, NodeOptions.DEFAULT);
    }

    public static Reeve embedded(DataSource dataSource, NodeOptions options) {
        return open(
                () -> Stores.open(
                        Stores.given(dataSource), "reeve-store-postgres", provider -> provider.open(dataSource)),
                options);
    }

    private static Reeve open(Supplier<Store> store, NodeOptions options) {
        Surroundings.machine().aside("reeve-preload", Preload::run);
        return on(Waiting.reading(store), options);
    }

    /**
     * Runs an engine on an open store, such as a custom one. Closes the store on {@link #close}.
     *
     * @throws ReeveException if the engine cannot take over the store; the message says why, and what to do. The store
     *     is closed then
     */
    public static Reeve on(Store store, NodeOptions options) {
        Reeve reeve = over(Waiting.reading(() -> Node.open(store, options, Surroundings.machine())));
        reeve.node.surroundings().aside("reeve-bulk", reeve.bulks::goOn);
        return reeve;
    }

    /** Wraps a node that the caller drives. Closes the node on {@link #close}. */
    public static Reeve over(Node node) {
        Reeve reeve = new Reeve(node);
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

    /**
     * Deploys a definition. Deploying an identical definition again changes nothing. The same version with different
     * content is refused, because executions may be pinned to it: raise the version. The workflows that its steps start
     * may be deployed later. Until then {@link Deployed#missing()} and the log name them.
     *
     * @throws ReeveException {@link ErrorCode#CONFLICT} if the version is deployed with different content;
     *     {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer: deploy again
     */
    public Deployed deploy(Workflow workflow) {
        node.check();
        return deployments.one(workflow);
    }

    /**
     * Deploys several definitions, in any order. Each workflow that their steps start must be among them or be deployed
     * already. Otherwise nothing is deployed.
     *
     * @throws ReeveException {@link ErrorCode#WORKFLOW_UNKNOWN} with every step that starts a missing workflow;
     *     otherwise as {@link #deploy(Workflow)}. Some of the definitions may be deployed then: deploy all of them
     *     again
     */
    public List<Deployed> deploy(Collection<Workflow> workflows) {
        node.check();
        return deployments.all(workflows);
    }

    /**
     * Removes a workflow version that is no longer needed. The call is refused while an open or ended execution is
     * pinned to the version, because the history of a stored execution is read with its definition. It is also refused
     * while the store keeps an execution that was moved away from the version, while a schedule starts the version, and
     * while steps of other definitions start it. An execution that starts with the version during the call wins: the
     * call is refused, and the start is not affected. The store keeps the actor and the reason. The version can be
     * deployed again, also with different content.
     *
     * @param by the actor
     * @param why the reason
     * @throws ReeveException {@link ErrorCode#WORKFLOW_UNKNOWN}; {@link ErrorCode#REFUSED}, whose message says what
     *     needs the version, how many, and what to do; {@link ErrorCode#STORE_UNAVAILABLE}: repeat the call. If the
     *     store did not say whether it removed the version, nothing starts with the version until the store answers
     */
    public void undeploy(String workflow, int version, String by, String why) {
        Waiting.await(removing(workflow, version, by, why), PATIENCE, "for what is under way to be stored")
                .run();
    }

    private CompletionStage<Runnable> removing(String workflow, int version, String by, String why) {
        node.check();
        return deployments.removing(workflow, version, Checks.name("by", by), Checks.text("why", why));
    }

    /**
     * Asynchronous {@link #undeploy}. The future completes with the removed version, on a virtual thread. It fails only
     * with {@link ReeveException}.
     *
     * @throws ReeveException as above, for errors that are known at once
     */
    public CompletionStage<Integer> undeployAsync(String workflow, int version, String by, String why) {
        return handedOver(removing(workflow, version, by, why), deciding -> {
            deciding.run();
            return version;
        });
    }

    /** Builds an agent in this process: register its actions, then start it. {@link #close} closes it. */
    public Agent.Builder agent(String name) {
        return Agent.named(name).transport(node.transport());
    }

    /** Starts the highest deployed version, without a key. */
    public Execution start(String workflow, Object input) {
        return start(workflow, input, Start.plain());
    }

    /**
     * Starts an execution. The execution is stored when this method returns.
     *
     * @param input any object that can be written as JSON, or {@link Json}
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT}, {@link ErrorCode#WORKFLOW_UNKNOWN},
     *     {@link ErrorCode#CONFLICT} if the key was used for another start, {@link ErrorCode#OVERLOADED}: nothing was
     *     stored. With any other code the execution may have been stored. Start again with the same key: at once after
     *     {@link ErrorCode#STORE_UNAVAILABLE} or {@link ErrorCode#TIMED_OUT}, on another engine after
     *     {@link ErrorCode#FENCED}, {@link ErrorCode#CLOSED} or {@link ErrorCode#INTERNAL}
     */
    public Execution start(String workflow, Object input, Start how) {
        Started known = Waiting.await(
                node.lanes().start(request(workflow, input, how)),
                PATIENCE,
                "for the start of " + workflow + " to be stored");
        return new Execution(this, known.id());
    }

    /**
     * Asynchronous {@link #start(String, Object, Start)}. Invalid input is rejected by an exception before this method
     * returns. The future completes on a virtual thread, so dependent stages may block. A stage that blocks delays
     * other futures by about ten milliseconds. One such thread completes many futures: clear the thread locals that you
     * set. The future fails only with {@link ReeveException}.
     *
     * @throws ReeveException as above, for errors that are known at once
     */
    public CompletionStage<Execution> startAsync(String workflow, Object input, Start how) {
        return handedOver(node.lanes().start(request(workflow, input, how)), known -> new Execution(this, known.id()));
    }

    /**
     * Starts an execution in the caller's own transaction. If the transaction commits, the execution exists and runs.
     * If the transaction rolls back, the execution never existed. PostgreSQL only.
     *
     * <p>The execution begins a few milliseconds after the commit. If the transaction lasts longer than a second or two
     * after this call, or this engine dies, the execution begins at the next sweep of a running engine (every 5 s by
     * default). Until the commit the execution cannot be found. Another caller's start with the same key waits a few
     * seconds for the transaction, then fails with {@link ErrorCode#STORE_UNAVAILABLE}. Keep the transaction short.
     *
     * @param connection in a transaction, in the database of this engine; the caller commits and closes it
     * @throws ReeveException as {@link #start(String, Object, Start)}; also {@link ErrorCode#INVALID_INPUT} for a
     *     connection that is in no transaction or leads to another database. After {@link ErrorCode#STORE_UNAVAILABLE}
     *     and {@link ErrorCode#STORE_UNUSABLE} the transaction can only be rolled back
     */
    public Execution start(Connection connection, String workflow, Object input, Start how) {
        StartRequest request = request(workflow, input, how);
        Enlisting enlisting = Enlisting.of(request, node.clock().now());
        Optional<ExecutionRow> known = Waiting.reading(
                () -> node.store().enlist(connection, enlisting.execution(), enlisting.first(), enlisting.messages()));
        if (known.isPresent() && known.get().digest() != request.digest()) {
            throw request.conflict();
        }
        if (known.isEmpty()) {
            node.arrivals().expect(request.id());
        }
        return new Execution(this, request.id());
    }

    /** Checks a start without starting anything. */
    void check(String workflow, Json input, Start how) {
        request(workflow, input, how);
    }

    /**
     * Registers a schedule. The schedule is stored, so every later engine on this store runs it too. At most one
     * execution starts for each nominal time, also across crashes. Its key is {@code schedule/NAME/TIME}, and it has
     * the label {@code schedule}. Registering an identical schedule again changes nothing, so a program can do it at
     * every start. A different schedule with the same name replaces the old one and counts from now on.
     *
     * @param name the name of the schedule; at most 200 characters
     * @param input the input of every execution
     * @throws ReeveException {@link ErrorCode#WORKFLOW_UNKNOWN}, {@link ErrorCode#INVALID_INPUT},
     *     {@link ErrorCode#STORE_UNAVAILABLE}: repeat the call
     */
    public void schedule(String name, Object input, Schedule schedule) {
        node.check();
        Json written = Conversion.write("input", input);
        deployments.alone(() -> scheduling.keep(name, written, schedule));
    }

    /** As {@link ReeveReader#check}. */
    public MoveCheck check(Workflow workflow) {
        node.check();
        return reader.check(workflow);
    }

    /** All schedules, by name. */
    public List<ScheduleStatus> schedules() {
        node.check();
        return scheduling.list();
    }

    /** As {@link ReeveReader#scheduleChanges}. */
    public List<ScheduleChange> scheduleChanges(String name) {
        node.check();
        return reader.scheduleChanges(name);
    }

    /**
     * Pauses a schedule until {@link #resumeSchedule}. Executions under way go on.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#STORE_UNAVAILABLE}: repeat the call
     */
    public void pauseSchedule(String name, String by, String why) {
        node.check();
        scheduling.pause(name, by, why);
    }

    /**
     * Resumes a schedule from now on. Starts that were due during the pause are skipped.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#STORE_UNAVAILABLE}: repeat the call
     */
    public void resumeSchedule(String name, String by, String why) {
        node.check();
        scheduling.resume(name, by, why);
    }

    /**
     * Deletes a schedule. Executions that it has started go on.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#STORE_UNAVAILABLE}: repeat the call
     */
    public void deleteSchedule(String name, String by, String why) {
        node.check();
        scheduling.delete(name, by, why);
    }

    private StartRequest request(String workflow, Object input, Start how) {
        node.check();
        Plan plan = reader.plan(workflow, how.version());
        Json payload = Conversion.write("input", input);
        return new Starting(node, ids, namespace).request(plan, payload, how);
    }

    public Optional<Execution> find(ExecutionId id) {
        node.check();
        return Waiting.reading(() -> node.store().find(id)).map(row -> new Execution(this, row.id()));
    }

    /** Finds the execution that was started with this key. */
    public Optional<Execution> find(String key) {
        return find(Ids.ofKey(namespace, Checks.name("key", key)));
    }

    /** Lists executions, the newest first. */
    public List<ExecutionSummary> list(ExecutionQuery query) {
        return reader().list(query);
    }

    /**
     * The recovery inbox of the {@link Inbox#EXECUTIONS_DEFAULT} newest escalated executions; see {@link #inbox(int)}.
     */
    public Inbox inbox() {
        return reader().inbox();
    }

    /**
     * The recovery inbox: escalated steps, grouped by failure. Reads the history of each execution that it examines.
     *
     * @param executionsMax maximum number of escalated executions to examine, the newest first; 1 to
     *     {@link Inbox#EXECUTIONS_MAX}
     */
    public Inbox inbox(int executionsMax) {
        return reader().inbox(executionsMax);
    }

    /**
     * Starts a bulk operation on many executions, such as a whole group of the inbox. The operation is stored when this
     * method returns. It continues at the requested pace, survives a crash, and does nothing twice.
     *
     * @param by the actor, for the history of each execution
     * @param why the reason, for the history of each execution
     */
    public Bulk bulk(BulkRequest request, String by, String why) {
        return bulks.begin(request, Checks.name("by", by), Checks.text("why", why));
    }

    /** The bulk operations in the store, the newest first; at most 1,000. */
    public List<Bulk> bulks() {
        ExecutionQuery query = ExecutionQuery.all().workflow(BulkWork.WORKFLOW).limit(ExecutionFilter.LIMIT_MAX);
        return list(query).stream()
                .map(summary -> new Bulk(this, new Execution(this, summary.id())))
                .toList();
    }

    /**
     * Dead letters: messages that could not be delivered and were given up, the longest-waiting first. Lists the first
     * message of each execution. Later messages of the execution wait behind it.
     *
     * @param limit 1 to 1,000
     */
    public List<UndeliverableMessage> undeliverable(int limit) {
        return reader().undeliverable(limit);
    }

    /**
     * Sends the given-up messages of an execution again, from the first one on.
     *
     * @return the number of messages; 0 if none was given up
     */
    public int redeliver(ExecutionId id) {
        node.check();
        int count = Waiting.reading(
                () -> node.store().outbox().redeliver(id, node.clock().now()));
        node.courier().posted();
        return count;
    }

    /** Read-only access to the store. */
    ReeveReader reader() {
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
    Execution rerun(ExecutionId of, Reruns.Wish wish) {
        node.check();
        StartRequest request = Waiting.reading(() -> new Rerunning(node.store(), node.definitions(), namespace)
                .request(of, wish, node.clock().now()));
        Waiting.await(
                node.lanes().start(request), PATIENCE, "for the start of %s to be stored".formatted(request.id()));
        return new Execution(this, request.id());
    }

    CompletionStage<Void> ask(ExecutionId id, Command command) {
        node.check();
        return node.lanes().ask(id, command);
    }

    public EngineStats stats() {
        return EngineStats.of(node);
    }

    /**
     * Rule violations that the auditor has found since this engine was opened, the oldest first. Empty if there are
     * none. Each one is also logged as an error, and needs a person.
     */
    public List<Incident> incidents() {
        return node.auditor().incidents();
    }

    /**
     * The status of each action that an agent offers or a step waits for: whether the engine calls it, and if not, why.
     */
    public List<ServiceStatus> services() {
        node.check();
        return node.dispatcher().services();
    }

    /**
     * Attempts that take longer than expected, the longest-running first. The limit is the step's {@code expected}.
     * Without {@code expected}, the limit is three times the 99th percentile of the action's attempts in the last
     * minutes, and at least one second. An action with fewer than a hundred recently answered attempts has no such
     * limit. Slow is not dead: the engine does nothing about such an attempt before its deadlines.
     */
    public List<SuspectAttempt> suspects() {
        node.check();
        return node.dispatcher().suspects();
    }

    /** The status of each agent: registered agents, and agents that left within the last quarter of an hour. */
    public List<AgentStatus> agents() {
        node.check();
        return node.dispatcher().agents();
    }

    /**
     * Service incidents since this engine was opened. One entry covers an incident from the first failure to the
     * recovery.
     */
    public List<ServiceIncident> serviceIncidents() {
        return node.dispatcher().incidents();
    }

    /**
     * Registers a listener for service incidents: one call when an action starts failing for all its callers, one when
     * it recovers. Calls are made one after the other, on a separate thread.
     */
    public void onService(ServiceListener listener) {
        Callbacks calls = new Callbacks(node.surroundings());
        node.dispatcher().listen(new ServiceListener() {
            @Override
            public void opened(ServiceIncident incident) {
                calls.call(() -> listener.opened(incident));
            }

            @Override
            public void closed(ServiceIncident incident) {
                calls.call(() -> listener.closed(incident));
            }
        });
    }

    /**
     * Pauses an action until {@link #resumeService}. The pause survives restarts. Its steps wait in their queue, and
     * use up neither attempts nor time. Attempts under way go on. If the action is already paused, the first actor and
     * reason stay.
     *
     * @param by the actor
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer; the action may be paused
     *     all the same: repeat the call
     */
    public void pauseService(String action, String by, String why) {
        node.check();
        Checks.name("action", action);
        Checks.name("by", by);
        Checks.text("why", why);
        Waiting.reading(() -> {
            node.pauseService(action, by, why);
            return action;
        });
    }

    /**
     * Resumes an action that a person paused or that failed for all its callers. The queued steps are released in a
     * ramp. If the action is neither paused nor failing, the call only records the actor.
     *
     * @param by the actor; kept together with {@code why}, see {@link ReeveReader#serviceChanges}
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer; the action may be
     *     resumed all the same: repeat the call
     */
    public void resumeService(String action, String by, String why) {
        node.check();
        Checks.name("action", action);
        Checks.name("by", by);
        Checks.text("why", why);
        Waiting.reading(() -> {
            node.resumeService(action, by, why);
            return action;
        });
    }

    /** As {@link ReeveReader#serviceChanges}. */
    public List<ServiceChange> serviceChanges(String action) {
        node.check();
        return reader.serviceChanges(action);
    }

    /**
     * Checks every execution in the store. The engine keeps running meanwhile.
     *
     * @param progress receives the number of executions checked so far, from time to time
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer
     */
    public AuditReport verify(LongConsumer progress) {
        return reader().verify(progress);
    }

    /** Stops handing out work, waits briefly for the attempts under way, and closes the store. Idempotent. */
    @Override
    public void close() {
        bulks.close();
        node.close();
    }
}
