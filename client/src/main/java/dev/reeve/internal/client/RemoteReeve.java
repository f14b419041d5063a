package dev.reeve.internal.client;

import dev.reeve.Actor;
import dev.reeve.BulkOperations;
import dev.reeve.ConnectOptions;
import dev.reeve.Deployed;
import dev.reeve.DeployedVersion;
import dev.reeve.EngineHealth;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionSummary;
import dev.reeve.Inbox;
import dev.reeve.JobOptions;
import dev.reeve.Json;
import dev.reeve.MessageOperations;
import dev.reeve.MoveCheck;
import dev.reeve.NodeStatus;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.ScheduleOperations;
import dev.reeve.ServiceOperations;
import dev.reeve.Signal;
import dev.reeve.Start;
import dev.reeve.agent.Agent;
import dev.reeve.internal.document.DefinitionListDocument;
import dev.reeve.internal.document.DefinitionTextsDocument;
import dev.reeve.internal.document.DeploymentDocument;
import dev.reeve.internal.document.DocumentWriter;
import dev.reeve.internal.document.ExecutionDocument;
import dev.reeve.internal.document.ExecutionListDocument;
import dev.reeve.internal.document.InboxDocument;
import dev.reeve.internal.document.MoveCheckDocument;
import dev.reeve.internal.document.NodeListDocument;
import dev.reeve.internal.document.PageDocument;
import dev.reeve.internal.document.StartRequestDocument;
import dev.reeve.internal.document.StartedDocument;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.workflow.Workflow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An engine behind a server, in one namespace. Thread-safe. */
final class RemoteReeve implements Reeve {

    /** The most executions on one page of the server. */
    private static final int PAGE_MAX = 999;

    private final Wire wire;
    private final String namespace;

    private RemoteReeve(Wire wire, String namespace) {
        this.wire = wire;
        this.namespace = namespace;
    }

    static RemoteReeve connect(ConnectOptions options) {
        return connect(options, Surroundings.REAL, Wire.ANSWER_BYTES_MAX);
    }

    static RemoteReeve connect(ConnectOptions options, Surroundings surroundings, int answerBytesMax) {
        ClearText.check(options);
        return new RemoteReeve(new Wire(options, surroundings, answerBytesMax), Namespaces.DEFAULT);
    }

    @Override
    public Deployed deploy(Workflow workflow) {
        return wire.call(Request.repeatable(
                        "POST",
                        namespace,
                        Target.of("/v1/definitions"),
                        workflow.toJson().text()))
                .as(DeploymentDocument.class)
                .versions()
                .getFirst();
    }

    @Override
    public List<Deployed> deploy(Collection<? extends Workflow> workflows) {
        if (workflows.isEmpty()) {
            return List.of();
        }
        DefinitionTextsDocument texts = new DefinitionTextsDocument(
                workflows.stream().map(each -> each.toJson().text()).toList());
        return wire.call(Request.repeatable(
                        "POST", namespace, Target.of("/v1/deployments"), DocumentWriter.write(texts)))
                .as(DeploymentDocument.class)
                .versions();
    }

    @Override
    public void undeploy(String workflow, int version, String reason) {
        Wire.join(undeploying(workflow, version, reason), "for the answer");
    }

    @Override
    public CompletionStage<Integer> undeployAsync(String workflow, int version, String reason) {
        return undeploying(workflow, version, reason);
    }

    private CompletableFuture<Integer> undeploying(String workflow, int version, String reason) {
        Target target = Target.of("/v1/definitions/{}/{}", workflow, version).with("reason", reason);
        return mapped(wire.send(Request.once("DELETE", namespace, target, null)), reply -> version);
    }

    /** A future that fails with the very exception, not with one around it. */
    private <T> CompletableFuture<T> mapped(CompletableFuture<Reply> sent, Function<Reply, T> reader) {
        CompletableFuture<T> mapped = new CompletableFuture<>();
        var unused = sent.whenComplete((reply, error) -> {
            if (reply == null) {
                mapped.completeExceptionally(
                        Wire.rethrown(error == null ? new IllegalStateException("no answer") : error));
                return;
            }
            try {
                mapped.complete(reader.apply(reply));
            } catch (ReeveException e) {
                mapped.completeExceptionally(e);
            }
        });
        return mapped;
    }

    @Override
    public List<DeployedVersion> definitions() {
        return get(Target.of("/v1/definitions"))
                .as(DefinitionListDocument.class)
                .versions();
    }

    @Override
    public Optional<Json> definition(String workflow, int version) {
        return Calls.found(
                () -> get(Target.of("/v1/definitions/{}/{}", workflow, version)).json());
    }

    private Reply get(Target target) {
        return wire.call(Request.get(namespace, target));
    }

    @Override
    public Agent.Builder agent(String name) {
        return AgentLink.builder(name, wire, namespace);
    }

    @Override
    public Execution start(String workflow, Object input) {
        return start(workflow, input, Start.plain());
    }

    @Override
    public Execution start(String workflow, Object input, Start how) {
        return Wire.join(starting(workflow, input, how), "for the start");
    }

    @Override
    public CompletionStage<Execution> startAsync(String workflow, Object input, Start how) {
        return starting(workflow, input, how);
    }

    private CompletableFuture<Execution> starting(String workflow, Object input, Start how) {
        Objects.requireNonNull(workflow, "workflow");
        return started(
                Target.of("/v1/executions"),
                StartRequestDocument.ofWorkflow(workflow, Calls.write("input", input), Starts.identified(how)));
    }

    @Override
    public Execution signalWithStart(String workflow, Object input, Start how, Signal signal) {
        return Wire.join(signalling(workflow, input, how, signal), "for the signal");
    }

    @Override
    public CompletionStage<Execution> signalWithStartAsync(String workflow, Object input, Start how, Signal signal) {
        return signalling(workflow, input, how, signal);
    }

    private CompletableFuture<Execution> signalling(String workflow, Object input, Start how, Signal signal) {
        Objects.requireNonNull(workflow, "workflow");
        if (how.key() == null) {
            throw ReeveException.of(
                    ErrorCode.INVALID_INPUT, "key: a signal with a start needs one, such as Start.key(\"order-17\")");
        }
        Json data = Calls.write("data", signal.data());
        StartRequestDocument.SentSignal sent =
                new StartRequestDocument.SentSignal(signal.name(), data, Starts.signalId(how, signal, data));
        return started(
                Target.of("/v1/executions/signal"),
                StartRequestDocument.withSignal(workflow, Calls.write("input", input), how, sent));
    }

    private CompletableFuture<Execution> started(Target target, StartRequestDocument request) {
        return mapped(
                wire.send(Request.repeatable("POST", namespace, target, Starts.written(request))),
                reply -> execution(reply.as(StartedDocument.class).id()));
    }

    private Execution execution(ExecutionId id) {
        return new RemoteExecution(wire, namespace, id);
    }

    @Override
    public Execution run(String action, Object input, Start how) {
        return run(action, input, how, JobOptions.defaults());
    }

    @Override
    public Execution run(String action, Object input, Start how, JobOptions options) {
        return Wire.join(running(action, input, how, options), "for the start");
    }

    @Override
    public CompletionStage<Execution> runAsync(String action, Object input, Start how, JobOptions options) {
        return running(action, input, how, options);
    }

    private CompletableFuture<Execution> running(String action, Object input, Start how, JobOptions options) {
        Objects.requireNonNull(action, "action");
        return started(
                Target.of("/v1/jobs"),
                StartRequestDocument.ofJob(action, Calls.write("input", input), Starts.identified(how), options));
    }

    @Override
    public MoveCheck check(Workflow workflow) {
        return wire.call(Request.repeatable(
                        "POST",
                        namespace,
                        Target.of("/v1/definitions/check"),
                        workflow.toJson().text()))
                .as(MoveCheckDocument.class)
                .check();
    }

    @Override
    public Optional<Execution> find(ExecutionId id) {
        return Calls.found(() -> get(Target.of("/v1/executions/{}/summary", id))
                        .as(ExecutionListDocument.Item.class)
                        .id())
                .map(this::execution);
    }

    @Override
    public Optional<Execution> find(String key) {
        return Calls.found(() -> get(Target.of("/v1/keys/{}", key))
                        .as(ExecutionDocument.class)
                        .id())
                .map(this::execution);
    }

    @Override
    public List<ExecutionSummary> list(ExecutionQuery query) {
        List<ExecutionSummary> found = new ArrayList<>();
        @Nullable String cursor = query.after() == null
                ? null
                : PageDocument.cursor(query.after().startedAt(), query.after().id());
        do {
            Target target = filtered(query, Math.min(PAGE_MAX, query.limit() - found.size()));
            PageDocument page =
                    get(cursor == null ? target : target.with("cursor", cursor)).as(PageDocument.class);
            page.executions().forEach(each -> found.add(each.summary()));
            cursor = page.executions().isEmpty() ? null : page.next();
        } while (cursor != null && found.size() < query.limit());
        return List.copyOf(found);
    }

    private static Target filtered(ExecutionQuery query, int limit) {
        Target target = Target.of("/v1/executions").with("limit", limit);
        if (query.workflow() != null) {
            target.with("workflow", query.workflow());
        }
        query.statuses().forEach(status -> target.with("status", status));
        for (Map.Entry<String, String> label : query.labels().entrySet()) {
            target.with("label", label.getKey() + "=" + label.getValue());
        }
        if (query.startedFrom() != null) {
            target.with("startedFrom", query.startedFrom());
        }
        if (query.startedBefore() != null) {
            target.with("startedBefore", query.startedBefore());
        }
        return target;
    }

    @Override
    public Inbox inbox() {
        return inbox(Inbox.EXECUTIONS_DEFAULT);
    }

    @Override
    public Inbox inbox(int executionsMax) {
        return get(Target.of("/v1/inbox").with("limit", executionsMax))
                .as(InboxDocument.class)
                .inbox();
    }

    /**
     * The same handle for the actor whose credentials these are.
     *
     * @throws ReeveException {@link ErrorCode#DENIED} for any other one
     */
    @Override
    public Reeve actingAs(Actor actor) {
        Self.check(wire, namespace, actor);
        return this;
    }

    @Override
    public Actor actor() {
        return Self.actor(wire, namespace);
    }

    @Override
    public Reeve namespace(String other) {
        try {
            return new RemoteReeve(wire, Namespaces.check(Objects.requireNonNull(other, "namespace")));
        } catch (IllegalArgumentException e) {
            throw ReeveException.of(ErrorCode.INVALID_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public String namespace() {
        return namespace;
    }

    @Override
    public ScheduleOperations schedules() {
        return new RemoteSchedules(wire, namespace);
    }

    @Override
    public ServiceOperations services() {
        return new RemoteServices(wire, namespace);
    }

    @Override
    public BulkOperations bulk() {
        return new RemoteBulks(wire, namespace);
    }

    @Override
    public MessageOperations messages() {
        return new RemoteMessages(wire, namespace);
    }

    @Override
    public List<NodeStatus> nodes() {
        return get(Target.of("/v1/nodes")).as(NodeListDocument.class).statuses();
    }

    @Override
    public EngineHealth health() {
        return new RemoteHealth(wire, namespace);
    }

    /** Closes the connections of all handles. The server goes on. */
    @Override
    public void close() {
        wire.close();
    }

    @Override
    public String toString() {
        return "client of " + wire.options().servers();
    }
}
