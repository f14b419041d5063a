package dev.reeve.internal.postgresql;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Occupancy;
import dev.reeve.ScheduleChange;
import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.UndeliverableMessage;
import dev.reeve.UnofferedAction;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.store.ClusterStore;
import dev.reeve.spi.store.EndedExecution;
import dev.reeve.spi.store.EndedFilter;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.NodeRow;
import dev.reeve.spi.store.Outbox;
import dev.reeve.spi.store.OutboxRow;
import dev.reeve.spi.store.Pulse;
import dev.reeve.spi.store.RequestStore;
import dev.reeve.spi.store.ScheduleEdit;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.ScheduleStore;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreFormat;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.store.Undeployment;
import dev.reeve.spi.store.WorkflowVersion;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * The store on PostgreSQL. Each read borrows a connection; reads within {@link #together} share one. Each lane holds
 * one.
 */
final class PostgresStore implements Store {

    /**
     * A lane puts all waiting work into one commit, so a few lanes keep a server busy. A pool of ten, as is usual, then
     * has connections left for its application.
     */
    private static final int LANES_BY_DEFAULT = 4;

    private final Sessions sessions;
    private final Loans loans;
    private final OpenLanes lanes = new OpenLanes();
    private final PulseQuery pulse = new PulseQuery();

    private final Outbox outbox;
    private final ScheduleStore schedules;
    private final PostgresCluster cluster;

    PostgresStore(DataSource dataSource, DatabaseFacts database, Timeouts timeouts) {
        sessions = new Sessions(dataSource, database, timeouts, new SecureRandom());
        loans = new Loans(sessions);
        outbox = new PostgresOutbox(loans);
        schedules = new PostgresSchedules(loans);
        cluster = new PostgresCluster(lanes, loans, sessions);
    }

    @Override
    public List<LaneStore> join(NodeId node, int count) {
        return lanes.join(node, count, () -> Takeover.join(sessions, node, count));
    }

    @Override
    public ClusterStore cluster() {
        loans.checkOpen();
        return cluster;
    }

    @Override
    public Optional<RequestStore> requests() {
        return Optional.of(new PostgresInbox(loans).requests());
    }

    @Override
    public int lanesMax() {
        return OpenLanes.MAX;
    }

    @Override
    public int lanesByDefault() {
        return LANES_BY_DEFAULT;
    }

    @Override
    public Instant now() {
        return ask("tell the time", loan -> {
            try (Query query = loan.query("store.now");
                    ResultSet rows = query.rows()) {
                rows.next();
                return ResultRows.time(rows, 1);
            }
        });
    }

    @Override
    public StoredWorkflow deploy(StoredWorkflow workflow) {
        String asked = "keep the definition of %s %d".formatted(workflow.name(), workflow.version());
        return ask(asked, loan -> {
            FormatChange.allow(loan, workflow.namespace());
            WorkflowTable.insert(loan, workflow);
            return WorkflowTable.find(loan, workflow);
        });
    }

    @Override
    public Optional<StoredWorkflow> deploy(StoredWorkflow workflow, ScheduleEdit edit) {
        String asked = "keep the definition of %s %d and its schedule".formatted(workflow.name(), workflow.version());
        return ask(asked, loan -> {
            FormatChange.allow(loan, workflow.namespace());
            return loan.attempt(() -> {
                WorkflowTable.insert(loan, workflow);
                StoredWorkflow stored = WorkflowTable.find(loan, workflow);
                boolean isOther = !stored.content().equals(workflow.content());
                return isOther || PostgresSchedules.apply(loan, edit) ? Optional.of(stored) : Optional.empty();
            });
        });
    }

    @Override
    public Undeployment.Pinned undeploy(Undeployment undeployment) {
        NodeId owner = lanes.node();
        String asked = "remove the definition of %s %d".formatted(undeployment.name(), undeployment.version());
        return ask(asked, loan -> DefinitionRemoval.undeploy(loan, owner, undeployment));
    }

    @Override
    public boolean isDeployed(String namespace, String name, int version) {
        return ask(
                "tell whether %s %d is deployed".formatted(name, version),
                loan -> DefinitionRemoval.isDeployed(loan, namespace, name, version));
    }

    @Override
    public Undeployment.Pinned pinned(String namespace, String name, int version) {
        return ask(
                "count the executions of %s %d".formatted(name, version),
                loan -> DefinitionRemoval.pinned(loan, namespace, name, version));
    }

    @Override
    public Optional<ExecutionRow> enlist(
            Connection connection, ExecutionRow execution, JournalRow first, List<OutboxRow> messages) {
        loans.checkOpen();
        NodeId owner = lanes.node();
        try {
            CallerTransaction caller = caller(connection);
            caller.check();
            if (caller.write(owner, execution, first)) {
                PostgresOutbox.add(caller, messages);
                return Optional.empty();
            }
            return Optional.of(caller.known(
                    owner,
                    execution,
                    () -> isDeployed(execution.namespace(), execution.workflow(), execution.version())));
        } catch (SQLException e) {
            throw PostgresErrors.failed(
                    "write a start into the transaction of its caller, which must be rolled back", e);
        }
    }

    private CallerTransaction caller(Connection connection) {
        return new CallerTransaction(connection, sessions.database().schema());
    }

    @Override
    public String schema() {
        return sessions.database().schema().name();
    }

    @Override
    public void checkEnlisting(Connection connection) {
        try {
            caller(connection).check();
        } catch (SQLException e) {
            throw PostgresErrors.failed("look at the connection of a caller", e);
        }
    }

    @Override
    public ServicePause pause(ServicePause pause) {
        return ask("keep that %s is paused".formatted(pause.action()), loan -> {
            FormatChange.allow(loan, Namespaces.namespaceOf(pause.action()));
            return Pauses.insert(loan, pause);
        });
    }

    @Override
    public int remove(List<ExecutionId> ended) {
        return ask("remove executions that have ended", loan -> PostgresRetention.remove(loan, ended));
    }

    @Override
    public boolean removeArchived(List<ExecutionId> ended, String receipt) {
        return ask(
                "remove executions that were archived", loan -> PostgresRetention.removeArchived(loan, ended, receipt));
    }

    @Override
    public boolean hasReceipt(String receipt) {
        return ask("find the receipt of an archive file", loan -> PostgresRetention.hasReceipt(loan, receipt));
    }

    @Override
    public boolean areKept(List<ExecutionId> ids) {
        return ask("look for executions that were archived", loan -> PostgresRetention.areKept(loan, ids));
    }

    @Override
    public void dropReceipt(String receipt) {
        ask("drop the receipt of an archive file", loan -> PostgresRetention.dropReceipt(loan, receipt));
    }

    @Override
    public List<WorkflowVersion> endedVersions(String namespace) {
        return ask("list the versions of what has ended", loan -> PostgresRetention.versions(loan, namespace));
    }

    @Override
    public List<EndedExecution> ended(EndedFilter filter) {
        return ask("list what has ended", loan -> PostgresRetention.page(loan, filter));
    }

    @Override
    public Map<ExecutionId, List<JournalRow>> histories(List<ExecutionId> ids, long lengthMax) {
        return ask("read journals", loan -> PostgresRetention.histories(loan, ids, lengthMax));
    }

    @Override
    public void resume(ServiceChange change) {
        ask("store that %s is resumed".formatted(change.action()), loan -> {
            Pauses.delete(loan, change);
            return change;
        });
    }

    @Override
    public List<ServiceChange> serviceChanges(String action) {
        return ask("list what people did about an action", loan -> Pauses.changes(loan, action));
    }

    @Override
    public List<ServicePause> pauses() {
        return ask("list paused actions", Pauses::list);
    }

    @Override
    public void allowPermits() {
        ask("allow transactional steps", loan -> FormatChange.raise(loan, StoreFormat.PERMITS));
    }

    @Override
    public void allowSuccessions() {
        ask("allow a key to begin another execution", loan -> FormatChange.raise(loan, StoreFormat.SUCCESSIONS));
    }

    @Override
    public void allowLanguage() {
        ask("allow newer words of definitions", loan -> FormatChange.raise(loan, StoreFormat.LANGUAGE));
    }

    @Override
    public List<AttemptToken> permits(String after, int limit) {
        return ask(
                "list permits",
                loan -> loan.planned("store.permits")
                        .set("after", after)
                        .set("limit", limit)
                        .list(rows -> AttemptToken.parse(rows.getString(1))));
    }

    @Override
    public List<UnofferedAction> unoffered() {
        return ask("list actions that no agent offers", UnofferedTable::list);
    }

    @Override
    public void keepUnoffered(List<UnofferedAction> actions, Set<String> over) {
        ask("store actions that no agent offers", loan -> {
            UnofferedTable.keep(loan, actions, over);
            return actions;
        });
    }

    @Override
    public List<NodeRow> nodes() {
        return ask("list nodes", NodeTable::list);
    }

    @Override
    public boolean registersNodes() {
        return true;
    }

    @Override
    public List<StoredWorkflow> workflows(String namespace) {
        return ask("list definitions", loan -> WorkflowTable.list(loan, namespace));
    }

    @Override
    public OptionalInt highestVersion(String namespace, String name) {
        return ask("look for the versions of " + name, loan -> WorkflowTable.highest(loan, namespace, name));
    }

    @Override
    public List<StoredWorkflow> newWorkflows(long after) {
        return ask("list new definitions", loan -> WorkflowTable.after(loan, after));
    }

    @Override
    public List<String> namespaces() {
        return ask("list namespaces", WorkflowTable::namespaces);
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public Pulse pulse() {
        return ask("tell the time", pulse::read);
    }

    @Override
    public Optional<ExecutionRow> find(ExecutionId id) {
        return ask("find an execution", loan -> ExecutionTable.find(loan, id));
    }

    @Override
    public Optional<ExecutionRow> newest(ExecutionId id) {
        return ask("find the newest execution of a key", loan -> NewestRows.one(loan.query("store.newest"), id));
    }

    @Override
    public List<ExecutionRow> findAll(Set<ExecutionId> ids) {
        return ask("find executions", loan -> ExecutionTable.findAll(loan, ids));
    }

    @Override
    public List<ExecutionRow> list(ExecutionFilter filter) {
        return ask("list executions (a narrower filter is faster)", loan -> ExecutionTable.list(loan, filter));
    }

    @Override
    public List<JournalRow> history(ExecutionId id) {
        return ask("read a journal", loan -> ExecutionTable.history(loan, id));
    }

    @Override
    public List<JournalRow> history(ExecutionId id, int last) {
        return ask("read a part of a journal", loan -> ExecutionTable.history(loan, id, last));
    }

    @Override
    public Occupancy occupancy() {
        return ask("tell who runs the store", NodeTable::occupancy);
    }

    @Override
    public List<UndeliverableMessage> undeliverable(int limit) {
        return ask("list what could not be delivered", loan -> PostgresOutbox.undeliverable(loan, limit));
    }

    @Override
    public ScheduleStore scheduling() {
        return schedules;
    }

    @Override
    public List<ScheduleRow> schedules(String namespace) {
        return ask("list schedules", loan -> PostgresSchedules.list(loan, namespace));
    }

    @Override
    public List<ScheduleChange> scheduleChanges(String namespace, String name) {
        return ask("list changes of a schedule", loan -> PostgresSchedules.changes(loan, namespace, name));
    }

    @Override
    public Outbox outbox() {
        return outbox;
    }

    @Override
    public String describe() {
        return sessions.database().describe();
    }

    @Override
    public <T> T together(Supplier<T> readings) {
        return loans.together(readings);
    }

    private <T> T ask(String asked, Loans.Question<T> question) {
        return loans.ask(asked, question);
    }

    @Override
    public void close() {
        loans.close();
        lanes.close();
        cluster.close();
    }
}
