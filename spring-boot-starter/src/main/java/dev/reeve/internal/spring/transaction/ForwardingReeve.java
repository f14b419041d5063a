package dev.reeve.internal.spring.transaction;

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
import dev.reeve.Start;
import dev.reeve.agent.Agent;
import dev.reeve.workflow.Workflow;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Passes all calls on that start nothing. */
public abstract class ForwardingReeve implements Reeve {

    protected abstract Reeve to();

    @Override
    public Deployed deploy(Workflow workflow) {
        return to().deploy(workflow);
    }

    @Override
    public List<Deployed> deploy(Collection<? extends Workflow> workflows) {
        return to().deploy(workflows);
    }

    @Override
    public void undeploy(String workflow, int version, String reason) {
        to().undeploy(workflow, version, reason);
    }

    @Override
    public CompletionStage<Integer> undeployAsync(String workflow, int version, String reason) {
        return to().undeployAsync(workflow, version, reason);
    }

    @Override
    public List<DeployedVersion> definitions() {
        return to().definitions();
    }

    @Override
    public Optional<Json> definition(String workflow, int version) {
        return to().definition(workflow, version);
    }

    @Override
    public Agent.Builder agent(String name) {
        return to().agent(name);
    }

    @Override
    public Execution start(String workflow, Object input) {
        return start(workflow, input, Start.plain());
    }

    @Override
    public Execution run(String action, Object input, Start how) {
        return run(action, input, how, JobOptions.defaults());
    }

    @Override
    public Actor actor() {
        return to().actor();
    }

    @Override
    public MoveCheck check(Workflow workflow) {
        return to().check(workflow);
    }

    @Override
    public Optional<Execution> find(ExecutionId id) {
        return to().find(id);
    }

    @Override
    public Optional<Execution> find(String key) {
        return to().find(key);
    }

    @Override
    public List<ExecutionSummary> list(ExecutionQuery query) {
        return to().list(query);
    }

    @Override
    public Inbox inbox() {
        return to().inbox();
    }

    @Override
    public Inbox inbox(int executionsMax) {
        return to().inbox(executionsMax);
    }

    @Override
    public String namespace() {
        return to().namespace();
    }

    @Override
    public ScheduleOperations schedules() {
        return to().schedules();
    }

    @Override
    public ServiceOperations services() {
        return to().services();
    }

    @Override
    public BulkOperations bulk() {
        return to().bulk();
    }

    @Override
    public MessageOperations messages() {
        return to().messages();
    }

    @Override
    public List<NodeStatus> nodes() {
        return to().nodes();
    }

    @Override
    public EngineHealth health() {
        return to().health();
    }

    @Override
    public void close() {
        to().close();
    }
}
