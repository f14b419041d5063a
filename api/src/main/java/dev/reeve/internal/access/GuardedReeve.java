package dev.reeve.internal.access;

import dev.reeve.Actor;
import dev.reeve.BulkOperations;
import dev.reeve.Deployed;
import dev.reeve.DeployedVersion;
import dev.reeve.EngineHealth;
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
import dev.reeve.ScheduleOperations;
import dev.reeve.ServiceOperations;
import dev.reeve.Signal;
import dev.reeve.Start;
import dev.reeve.agent.Agent;
import dev.reeve.workflow.Workflow;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An engine as one caller may use it: each call is checked first, and recorded if it changes something or is not
 * allowed. Thread-safe. The caller cannot act under another name, and does not close the engine.
 */
public final class GuardedReeve implements Reeve {

    private final Reeve reeve;
    private final Gate gate;
    private final GuardedDefinitions definitions;

    private GuardedReeve(Reeve reeve, Gate gate) {
        this.reeve = reeve;
        this.gate = gate;
        this.definitions = new GuardedDefinitions(reeve, gate);
    }

    /**
     * The engine for this caller, in a namespace.
     *
     * @param origin from where the caller calls, for the record; empty if it is this process
     */
    public static GuardedReeve of(
            Reeve reeve, Access access, AccessRecord record, Principal who, String origin, String namespace) {
        return new GuardedReeve(
                reeve.namespace(namespace).actingAs(who.actor()), new Gate(access, record, who, origin, namespace));
    }

    @Override
    public Deployed deploy(Workflow workflow) {
        definitions.checkDeploy(workflow);
        return gate.act(
                Operation.DEPLOY_DEFINITIONS,
                workflow.name(),
                Subject.of(nameOf(workflow)),
                null,
                () -> reeve.deploy(workflow));
    }

    @Override
    public List<Deployed> deploy(Collection<? extends Workflow> workflows) {
        workflows.forEach(definitions::checkDeploy);
        String names =
                String.join(", ", workflows.stream().map(GuardedReeve::nameOf).toList());
        return gate.act(Operation.DEPLOY_DEFINITIONS, null, Subject.of(names), null, () -> reeve.deploy(workflows));
    }

    private static String nameOf(Workflow workflow) {
        return workflow.name() + " v" + workflow.version();
    }

    @Override
    public void undeploy(String workflow, int version, String reason) {
        definitions.checkUndeploy(workflow);
        gate.run(
                Operation.UNDEPLOY,
                workflow,
                Subject.of(workflow + " v" + version),
                reason,
                () -> reeve.undeploy(workflow, version, reason));
    }

    @Override
    public CompletionStage<Integer> undeployAsync(String workflow, int version, String reason) {
        definitions.checkUndeploy(workflow);
        return reeve.undeployAsync(workflow, version, reason)
                .whenComplete((done, error) -> gate.end(
                        Operation.UNDEPLOY,
                        Subject.of(workflow + " v" + version).in(workflow),
                        error));
    }

    @Override
    public List<DeployedVersion> definitions() {
        return gate.read(Operation.LIST_DEFINITIONS, null, reeve::definitions);
    }

    @Override
    public Optional<Json> definition(String workflow, int version) {
        return gate.read(Operation.LIST_DEFINITIONS, workflow, () -> reeve.definition(workflow, version));
    }

    @Override
    public Agent.Builder agent(String name) {
        return gate.read(Operation.WORK_AS_AGENT, null, () -> reeve.agent(name));
    }

    @Override
    public Execution start(String workflow, Object input) {
        return start(workflow, input, Start.plain());
    }

    @Override
    public Execution start(String workflow, Object input, Start how) {
        Subject subject = Subject.ofStart(workflow, how);
        gate.checkStart(workflow, subject, input);
        return guarded(gate.start(workflow, subject, () -> reeve.start(workflow, input, how)));
    }

    @Override
    public CompletionStage<Execution> startAsync(String workflow, Object input, Start how) {
        Subject subject = Subject.ofStart(workflow, how);
        gate.checkStart(workflow, subject, input);
        return recorded(subject.in(workflow), reeve.startAsync(workflow, input, how));
    }

    @Override
    public Execution signalWithStart(String workflow, Object input, Start how, Signal signal) {
        Subject subject = checkSignalled(workflow, input, how, signal);
        Execution execution = gate.start(workflow, subject, () -> reeve.signalWithStart(workflow, input, how, signal));
        endSignal(workflow, execution, signal);
        return guarded(execution);
    }

    @Override
    public CompletionStage<Execution> signalWithStartAsync(String workflow, Object input, Start how, Signal signal) {
        Subject subject = checkSignalled(workflow, input, how, signal).in(workflow);
        return reeve.signalWithStartAsync(workflow, input, how, signal)
                .whenComplete((started, error) -> {
                    endStart(subject, started, error);
                    if (error == null) {
                        endSignal(workflow, started, signal);
                    }
                })
                .thenApply(this::guarded);
    }

    private void endSignal(String workflow, Execution execution, Signal signal) {
        gate.end(
                Operation.SIGNAL,
                Subject.of(execution.id(), " " + signal.name()).in(workflow),
                null);
    }

    private void endStart(Subject subject, @Nullable Execution started, @Nullable Throwable error) {
        gate.end(Operation.START_EXECUTION, started == null ? subject : subject.started(started.id()), error);
    }

    /** Checks the start and the signal, although only one of them may be needed. */
    private Subject checkSignalled(String workflow, Object input, Start how, Signal signal) {
        Subject subject = Subject.ofStart(workflow, how).and(signal.name());
        gate.check(Operation.SIGNAL, workflow);
        gate.checkStart(workflow, subject, input);
        gate.checkData(workflow, subject, signal.data());
        return subject;
    }

    private CompletionStage<Execution> recorded(Subject subject, CompletionStage<Execution> start) {
        return start.whenComplete((started, error) -> endStart(subject, started, error))
                .thenApply(this::guarded);
    }

    @Override
    public Execution run(String action, Object input, Start how) {
        return run(action, input, how, JobOptions.defaults());
    }

    @Override
    public Execution run(String action, Object input, Start how, JobOptions options) {
        gate.checkJob(action, options);
        return guarded(gate.start(null, Subject.ofStart(action, how), () -> reeve.run(action, input, how, options)));
    }

    @Override
    public CompletionStage<Execution> runAsync(String action, Object input, Start how, JobOptions options) {
        gate.checkJob(action, options);
        return recorded(Subject.ofStart(action, how), reeve.runAsync(action, input, how, options));
    }

    private Execution guarded(Execution execution) {
        return GuardedExecution.of(execution, gate);
    }

    @Override
    public MoveCheck check(Workflow workflow) {
        return gate.read(Operation.CHECK_MOVES, workflow.name(), () -> reeve.check(workflow));
    }

    @Override
    public Optional<Execution> find(ExecutionId id) {
        return gate.read(Operation.SHOW, null, () -> reeve.find(id)).map(this::guarded);
    }

    @Override
    public Optional<Execution> find(String key) {
        return gate.read(Operation.SHOW, null, () -> reeve.find(key)).map(this::guarded);
    }

    @Override
    public List<ExecutionSummary> list(ExecutionQuery query) {
        return gate.read(Operation.LIST, query.workflow(), () -> reeve.list(query));
    }

    @Override
    public Inbox inbox() {
        return gate.read(Operation.INBOX, null, reeve::inbox);
    }

    @Override
    public Inbox inbox(int executionsMax) {
        return gate.read(Operation.INBOX, null, () -> reeve.inbox(executionsMax));
    }

    @Override
    public Reeve actingAs(Actor actor) {
        if (!actor.name().equals(gate.who().name())) {
            throw gate.otherActor(actor.name());
        }
        return this;
    }

    @Override
    public Actor actor() {
        return reeve.actor();
    }

    @Override
    public GuardedReeve namespace(String namespace) {
        return new GuardedReeve(reeve.namespace(namespace), gate.namespace(namespace));
    }

    @Override
    public String namespace() {
        return reeve.namespace();
    }

    @Override
    public ScheduleOperations schedules() {
        return new GuardedSchedules(reeve.schedules(), gate);
    }

    @Override
    public ServiceOperations services() {
        return new GuardedServices(reeve.services(), gate);
    }

    @Override
    public BulkOperations bulk() {
        return new GuardedBulks(reeve.bulk(), gate);
    }

    @Override
    public MessageOperations messages() {
        return new GuardedMessages(reeve.messages(), gate);
    }

    @Override
    public List<NodeStatus> nodes() {
        return gate.read(Operation.LIST_NODES, null, reeve::nodes);
    }

    @Override
    public EngineHealth health() {
        return new GuardedHealth(reeve.health(), gate);
    }

    /** Does nothing: the one who opened the engine closes it. */
    @Override
    public void close() {
        // the engine serves others, too
    }
}
