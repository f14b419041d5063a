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
 * Durable workflows on the database that you already have. Thread-safe; open one for each store, and close it.
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
 * <p>What is promised: a start that was answered is stored for ever, and ends wholly done, wholly undone, or in front of a
 * person. A step has one accepted result, but its action may be performed more than once, always with the same idempotency
 * key.
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
     * Opens the SQLite store in this file, which is created if it does not exist. Needs {@code reeve-store-sqlite}.
     *
     * @throws ReeveException if the file cannot be used: it says why, and what to do
     */
    public static Reeve embedded(Path file) {
        return embedded(file, NodeOptions.DEFAULT);
    }

    public static Reeve embedded(Path file, NodeOptions options) {
        return open(
                () -> Stores.open(Stores.given(file), "reeve-store-sqlite", provider -> provider.open(file)), options);
    }

    /**
     * Opens the store in this database, in a schema of its own named {@code reeve}. Needs {@code reeve-store-postgres}. The
     * data source remains the caller's, who closes it after this.
     *
     * @throws ReeveException if the database cannot be used: it says why, and what to do
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
     * On a store that is open already, such as one of your own; it is closed with this.
     *
     * @throws ReeveException if the store cannot be taken over: it says why, and what to do. The store is closed then
     */
    public static Reeve on(Store store, NodeOptions options) {
        Reeve reeve = over(Waiting.reading(() -> Node.open(store, options, Surroundings.machine())));
        reeve.node.surroundings().aside("reeve-bulk", reeve.bulks::goOn);
        return reeve;
    }

    /** Over a node that somebody else drives; it is closed with this. */
    public static Reeve over(Node node) {
        Reeve reeve = new Reeve(node);
        try {
            reeve.scheduling.goOn();
            return reeve;
        } catch (StoreException e) {
            // nothing is under way that could be waited for
            node.beginClosing();
            node.finishClosing();
            throw Waiting.translated(e);
        }
    }

    /**
     * Makes a definition available. Deploying the very same again changes nothing; the same version with other content is
     * refused, because executions may be pinned to it: raise the version. What its steps start may be deployed later; until then
     * {@link Deployed#missing()} names it, and so does the log.
     *
     * @throws ReeveException {@link ErrorCode#CONFLICT} if that version is there with other content;
     *     {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer: deploy it again
     */
    public Deployed deploy(Workflow workflow) {
        node.check();
        return deployments.one(workflow);
    }

    /**
     * Makes several definitions available, in any order. Each workflow that their steps start must be among them or be deployed
     * already; otherwise nothing is deployed.
     *
     * @throws ReeveException {@link ErrorCode#WORKFLOW_UNKNOWN} with every step that starts what is not there; and as {@link
     *     #deploy(Workflow)}, after which some of them may be deployed: deploy them again
     */
    public List<Deployed> deploy(Collection<Workflow> workflows) {
        node.check();
        return deployments.all(workflows);
    }

    /**
     * Removes a version of a workflow that nothing needs any more. It is refused while an execution is pinned to it, open or ended,
     * since the history of one that is kept is read with its definition; while one is kept that was moved away from it; while a
     * schedule starts it; and while steps of other definitions do. What begins with it during the call comes first: the call is
     * refused, and nobody else notices it. The store keeps who removed it, and why. The same version can be deployed again, also
     * with other content.
     *
     * @param by who removes it
     * @param why as they put it
     * @throws ReeveException {@link ErrorCode#WORKFLOW_UNKNOWN}; {@link ErrorCode#REFUSED} with what needs it, how many, and
     *     what to do; {@link ErrorCode#STORE_UNAVAILABLE}: ask again. If the store did not say whether it has removed the version,
     *     nothing starts with it until it does
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
     * As {@link #undeploy}, without waiting. The promise is completed on a thread of its own, with the version that was removed; it
     * fails with {@link ReeveException} and nothing else.
     *
     * @throws ReeveException as above, for what is known at once
     */
    public CompletionStage<Integer> undeployAsync(String workflow, int version, String by, String why) {
        return handedOver(removing(workflow, version, by, why), deciding -> {
            deciding.run();
            return version;
        });
    }

    /** An agent in this process, to be given its actions and started. Closed with this. */
    public Agent.Builder agent(String name) {
        return Agent.named(name).transport(node.transport());
    }

    /** Starts the highest deployed version, without a key. */
    public Execution start(String workflow, Object input) {
        return start(workflow, input, Start.plain());
    }

    /**
     * Starts an execution. It is stored when this returns.
     *
     * @param input any object that can be written as JSON, or {@link Json}
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT}, {@link ErrorCode#WORKFLOW_UNKNOWN},
     *     {@link ErrorCode#CONFLICT} if the key was used for another start, {@link ErrorCode#OVERLOADED}; nothing was stored
     *     then. With any other code it may have been stored: start again with the same key, at once after
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
     * As {@link #start(String, Object, Start)}, without waiting. Input is checked, and refused by exception, before this
     * returns. The promise is completed on a virtual thread, so what hangs on it may block; it holds up others for about ten
     * milliseconds then. One such thread completes many promises: clear thread locals that you set. The promise fails with
     * {@link ReeveException} and nothing else.
     *
     * @throws ReeveException as above, for what is known at once
     */
    public CompletionStage<Execution> startAsync(String workflow, Object input, Start how) {
        return handedOver(node.lanes().start(request(workflow, input, how)), known -> new Execution(this, known.id()));
    }

    /**
     * Starts an execution as part of the caller's own transaction: if it commits, the execution is there and runs, together
     * with whatever else the transaction wrote; if it does not, there never was one (S3). On PostgreSQL.
     *
     * <p>It begins a few milliseconds after the commit; if the transaction lasts for longer than a second or two after this
     * call, or this engine dies, at the next sweep of whichever engine runs (5 s by default). Until the commit the execution
     * cannot be found. A start with the same key by somebody else waits for the transaction for a few seconds, and fails then with
     * {@link ErrorCode#STORE_UNAVAILABLE}, so keep it short.
     *
     * @param connection in a transaction, in the database of this engine; stays the caller's, who commits it
     * @throws ReeveException as {@link #start(String, Object, Start)}; also {@link ErrorCode#INVALID_INPUT} for a connection
     *     that is in no transaction or leads elsewhere. After {@link ErrorCode#STORE_UNAVAILABLE} and
     *     {@link ErrorCode#STORE_UNUSABLE} the transaction can only be rolled back
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

    /** As a start would, without one. */
    void check(String workflow, Json input, Start how) {
        request(workflow, input, how);
    }

    /**
     * Has executions started whenever a schedule says so, also by whichever engine runs after this one (S8). For each nominal time
     * at most one execution is started, whatever crashes; its key is {@code schedule/NAME/TIME}, and it has the label
     * {@code schedule}. A schedule of this name that says the same stays as it is, so that it can be said at every start of a
     * program; one that says something else is replaced, and counts from now on.
     *
     * @param name to speak of it; at most 200 characters
     * @param input of every execution
     * @throws ReeveException {@link ErrorCode#WORKFLOW_UNKNOWN}, {@link ErrorCode#INVALID_INPUT},
     *     {@link ErrorCode#STORE_UNAVAILABLE}: say it again
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
     * Has a schedule start nothing until {@link #resumeSchedule}; what is under way goes on.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#STORE_UNAVAILABLE}: ask again
     */
    public void pauseSchedule(String name, String by, String why) {
        node.check();
        scheduling.pause(name, by, why);
    }

    /**
     * Has a schedule go on from now; what was due while it was paused is left out.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#STORE_UNAVAILABLE}: ask again
     */
    public void resumeSchedule(String name, String by, String why) {
        node.check();
        scheduling.resume(name, by, why);
    }

    /**
     * Forgets a schedule; what it has started goes on.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#STORE_UNAVAILABLE}: ask again
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

    /** By the key that it was started with. */
    public Optional<Execution> find(String key) {
        return find(Ids.ofKey(namespace, Checks.name("key", key)));
    }

    /** The newest first. */
    public List<ExecutionSummary> list(ExecutionQuery query) {
        return reader().list(query);
    }

    /** What needs a person, as {@link #inbox(int)} finds it among the {@link Inbox#EXECUTIONS_DEFAULT} newest. */
    public Inbox inbox() {
        return reader().inbox();
    }

    /**
     * What needs a person, grouped by what went wrong. Reads the history of each execution that it looks at.
     *
     * @param executionsMax how many escalated executions to look at, the newest; 1 to {@link Inbox#EXECUTIONS_MAX}
     */
    public Inbox inbox(int executionsMax) {
        return reader().inbox(executionsMax);
    }

    /**
     * Begins to do something to many executions, such as to a whole group of the inbox. It is stored when this returns, goes on
     * by itself at the pace that was asked for, survives a crash, and does nothing twice.
     *
     * @param by who wants it, for the history of each execution
     * @param why for the history of each execution
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
     * Messages that could not be delivered and were given up, those that have waited longest first. Of each execution the
     * first one; those after it wait with it.
     *
     * @param limit 1 to 1,000
     */
    public List<UndeliverableMessage> undeliverable(int limit) {
        return reader().undeliverable(limit);
    }

    /**
     * Has the messages about an execution sent that were given up, from the first one on.
     *
     * @return how many there are; 0 if none was given up
     */
    public int redeliver(ExecutionId id) {
        node.check();
        int count = Waiting.reading(
                () -> node.store().outbox().redeliver(id, node.clock().now()));
        node.courier().posted();
        return count;
    }

    /** For whoever only wants to know. */
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

    /** A promise for callers: what hangs on it runs away from the lanes, which it would hold up if it blocked. */
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
        // Whoever gives up must not be kept by the lane until the execution ends, which may take a year.
        CompletableFuture<R> unused = callers.whenComplete((value, error) -> {
            if (error instanceof CancellationException) {
                promise.toCompletableFuture().cancel(false);
            }
        });
        return callers;
    }

    /** The execution that does this one again: a new one, or the one that does so already. */
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
     * Rules that the auditor found broken since this engine was opened, the oldest first; none if all is well. Each is in the
     * log as an error, too, and needs a person.
     */
    public List<Incident> incidents() {
        return node.auditor().incidents();
    }

    /** How things stand with each action that an agent offers or a step waits for: whether it is called, and if not, why. */
    public List<ServiceStatus> services() {
        node.check();
        return node.dispatcher().services();
    }

    /**
     * Attempts that take longer than their step's {@code expected}; or, if it says nothing, three times as long as 99 of 100 attempts
     * of their action took within the last minutes, and a second at least. Nothing is done about them before their deadlines; slow is
     * not dead (V3). Those that have been under way for longest come first. Nothing is learnt of an action of which fewer than a
     * hundred attempts were answered lately.
     */
    public List<SuspectAttempt> suspects() {
        node.check();
        return node.dispatcher().suspects();
    }

    /** How things stand with each agent: those that are registered, and for a quarter of an hour those that are gone. */
    public List<AgentStatus> agents() {
        node.check();
        return node.dispatcher().agents();
    }

    /** Actions that failed for everybody since this engine was opened: one entry from the first failure to the recovery. */
    public List<ServiceIncident> serviceIncidents() {
        return node.dispatcher().incidents();
    }

    /**
     * Has somebody told when an action begins to fail for everybody, and when it is well again. One call after the other, on a thread
     * of its own.
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
     * Has an action not be called until {@link #resumeService} is called for it; that lasts over restarts. Its steps wait in
     * their queue, and use up neither attempts nor time; what is under way goes on. If it is paused already, it stays so by
     * the word of who was first.
     *
     * @param by who wants it
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer; it may be paused all the same:
     *     ask again
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
     * Has an action be called again, whether a person had paused it or it had failed for everybody. What has gathered is let
     * through in a ramp. If it is called anyway, only who said so is kept.
     *
     * @param by who wants it, and {@code why}: kept, see {@link ReeveReader#serviceChanges}
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer; it may be called all the same: ask again
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
     * Checks every execution in the store, while this engine goes on.
     *
     * @param progress told from time to time how many have been looked at
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer
     */
    public AuditReport verify(LongConsumer progress) {
        return reader().verify(progress);
    }

    /** Hands out nothing more, waits a little for the attempts under way, and closes the store. Idempotent. */
    @Override
    public void close() {
        bulks.close();
        node.close();
    }
}
