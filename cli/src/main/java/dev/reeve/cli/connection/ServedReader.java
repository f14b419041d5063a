package dev.reeve.cli.connection;

import dev.reeve.AuditReport;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionSummary;
import dev.reeve.Explanation;
import dev.reeve.Failure;
import dev.reeve.Forecast;
import dev.reeve.HistoryEntry;
import dev.reeve.Inbox;
import dev.reeve.MoveCheck;
import dev.reeve.NodeStatus;
import dev.reeve.Occupancy;
import dev.reeve.PastExecution;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.ReeveReader;
import dev.reeve.ScheduleChange;
import dev.reeve.ScheduleStatus;
import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.ServiceState;
import dev.reeve.ServiceStatus;
import dev.reeve.UncertainExecution;
import dev.reeve.UndeliverableMessage;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Reads a store through its server. Calls that need the store itself are refused. */
public final class ServedReader implements ReeveReader {

    private final Reeve reeve;
    private final String server;

    /**
     * @param reeve is closed with this reader
     * @param server for people
     */
    ServedReader(Reeve reeve, String server) {
        this.reeve = reeve;
        this.server = server;
    }

    @Override
    public ReeveReader namespace(String namespace) {
        return new ServedReader(reeve.namespace(namespace), server);
    }

    @Override
    public List<String> namespaces() {
        throw unsupported("a list of the namespaces of the store");
    }

    /** The server has an engine. */
    @Override
    public Occupancy occupancy() {
        return new Occupancy.Shared(server);
    }

    @Override
    public List<NodeStatus> nodes() {
        return reeve.nodes();
    }

    @Override
    public String describe() {
        return server;
    }

    @Override
    public Optional<ExecutionId> find(String key) {
        return reeve.find(key).map(Execution::id);
    }

    @Override
    public List<ExecutionSummary> list(ExecutionQuery query) {
        return reeve.list(query);
    }

    private Execution execution(ExecutionId id) {
        return reeve.find(id).orElseThrow(() -> ReeveException.of(ErrorCode.NOT_FOUND, "there is no execution " + id));
    }

    @Override
    public ExecutionSummary summary(ExecutionId id) {
        return execution(id).summary();
    }

    @Override
    public List<HistoryEntry> history(ExecutionId id) {
        return execution(id).history();
    }

    @Override
    public long export(ExecutionQuery query, OutputStream out) throws IOException {
        return new ServedExport(reeve, out).all(query);
    }

    @Override
    public long export(ExecutionId id, OutputStream out) throws IOException {
        return new ServedExport(reeve, out).one(summary(id));
    }

    @Override
    public ExecutionDescription describe(ExecutionId id) {
        return execution(id).describe();
    }

    @Override
    public PastExecution asOf(ExecutionId id, int seq) {
        return execution(id).asOf(seq);
    }

    @Override
    public Explanation explain(ExecutionId id) {
        return execution(id).explain();
    }

    @Override
    public Forecast whatIf(ExecutionId id, String step, Failure failure) {
        return execution(id).whatIf(step, failure);
    }

    @Override
    public Inbox inbox() {
        return reeve.inbox();
    }

    @Override
    public Inbox inbox(int executionsMax) {
        return reeve.inbox(executionsMax);
    }

    @Override
    public List<UndeliverableMessage> undeliverable(int limit) {
        return reeve.messages().undeliverable(limit);
    }

    @Override
    public List<ServicePause> pausedServices() {
        return pauses(reeve);
    }

    public static List<ServicePause> pauses(Reeve reeve) {
        return reeve.services().list().stream()
                .filter(service -> service.state() == ServiceState.PAUSED)
                .map(ServedReader::pause)
                .toList();
    }

    private static ServicePause pause(ServiceStatus service) {
        return new ServicePause(
                service.action(),
                Objects.requireNonNullElse(service.actor(), "unknown"),
                Objects.requireNonNullElse(service.reason(), ""),
                Objects.requireNonNullElse(service.since(), Instant.EPOCH));
    }

    @Override
    public List<ServiceChange> serviceChanges(String action) {
        return reeve.services().changes(action);
    }

    @Override
    public MoveCheck check(Workflow workflow) {
        return reeve.check(workflow);
    }

    @Override
    public boolean isDeployed(String workflow, @Nullable Integer version) {
        return reeve.definition(workflow, version == null ? 0 : version).isPresent();
    }

    @Override
    public List<ScheduleStatus> schedules() {
        return reeve.schedules().list();
    }

    @Override
    public List<ScheduleChange> scheduleChanges(String name) {
        return reeve.schedules().changes(name);
    }

    @Override
    public AuditReport verify(LongConsumer progress) {
        throw unsupported("a check of the store");
    }

    @Override
    public long uncertain(Instant until, Consumer<UncertainExecution> found) {
        throw unsupported("a search of the store after a restore");
    }

    private static ReeveException unsupported(String what) {
        return ReeveException.of(
                ErrorCode.REFUSED,
                what
                        + " reads the whole store and is not possible through a server; name the store: --store FILE, or --jdbc URL");
    }

    @Override
    public void close() {
        reeve.close();
    }
}
