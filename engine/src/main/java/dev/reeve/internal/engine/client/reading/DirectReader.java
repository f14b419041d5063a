package dev.reeve.internal.engine.client.reading;

import dev.reeve.AuditReport;
import dev.reeve.ErrorCode;
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
import dev.reeve.ReeveException;
import dev.reeve.ReeveReader;
import dev.reeve.ScheduleChange;
import dev.reeve.ScheduleStatus;
import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.StepPath;
import dev.reeve.UncertainExecution;
import dev.reeve.UndeliverableMessage;
import dev.reeve.UnofferedAction;
import dev.reeve.internal.core.explanation.Explainer;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.engine.audit.Auditor;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.internal.engine.client.boundary.OwnActions;
import dev.reeve.internal.engine.client.opening.StoreOpener;
import dev.reeve.internal.engine.client.situation.LimitedSteps;
import dev.reeve.internal.engine.client.situation.SuspectSteps;
import dev.reeve.internal.engine.client.situation.UnofferedSteps;
import dev.reeve.internal.engine.client.situation.WithheldSteps;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.engine.schedule.ScheduleText;
import dev.reeve.internal.engine.scheduler.RerunStarts;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.StoreReader;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads a store directly. */
public final class DirectReader implements ReeveReader {

    private static final long HISTORIES_LENGTH_MAX = 2 << 20;

    private final StoreReader store;
    private final Definitions definitions;
    private final StoredPlans plans;
    private final StoredExecutions executions;
    private final String namespace;
    private final OwnActions actions;

    /**
     * Without an engine, only the pauses by people are known. An engine also knows its breakers and which attempts take
     * too long.
     */
    private final Function<OwnActions, UnaryOperator<Explanation>> presently;

    /**
     * Actions that steps wait for and no agent offers, by action. Without an engine, this is the last result that an
     * engine stored.
     */
    private final Supplier<List<UnofferedAction>> unoffered;

    /** The node in this process; null without one. */
    private final @Nullable Node own;

    public DirectReader(Node node, String namespace) {
        this(
                node.store(),
                namespace,
                node.definitions(),
                actions -> explanation -> WithheldSteps.of(
                                actions.statuses(node.dispatcher().services()))
                        .andThen(UnofferedSteps.of(node, actions))
                        .andThen(new LimitedSteps(node.dispatcher(), actions))
                        .andThen(new SuspectSteps(node.dispatcher().suspects()))
                        .apply(explanation),
                () -> EngineCalls.reading(node::unoffered),
                node);
    }

    private DirectReader(
            StoreReader store,
            String namespace,
            Definitions definitions,
            Function<OwnActions, UnaryOperator<Explanation>> presently,
            Supplier<List<UnofferedAction>> unoffered,
            @Nullable Node own) {
        this.store = store;
        this.namespace = namespace;
        this.actions = new OwnActions(namespace);
        this.own = own;
        this.unoffered = unoffered;
        this.definitions = definitions;
        this.plans = new StoredPlans(definitions, namespace);
        this.executions = new StoredExecutions(store, plans);
        this.presently = presently;
    }

    private static DirectReader reading(StoreReader store) {
        return new DirectReader(
                store,
                Node.DEFAULT_NAMESPACE,
                new Definitions(store),
                actions -> explanation -> WithheldSteps.byPeople(actions.pauses(EngineCalls.reading(store::pauses)))
                        .andThen(UnofferedSteps.kept(actions.unoffered(EngineCalls.reading(store::unoffered))))
                        .apply(explanation),
                () -> EngineCalls.reading(store::unoffered),
                null);
    }

    /**
     * Opens the SQLite store in this file. Needs {@code reeve-sqlite}.
     *
     * @throws ReeveException if the file has no store, or cannot be read; the message says why, and what to do
     */
    public static DirectReader open(Path file) {
        return reading(StoreOpener.read(file));
    }

    /**
     * Opens the store in this database. Needs {@code reeve-postgresql}. The caller closes the data source, after
     * this reader.
     *
     * @throws ReeveException if the database has no store, or cannot be read; the message says why, and what to do
     */
    public static DirectReader open(DataSource dataSource) {
        return reading(StoreOpener.read(dataSource));
    }

    @Override
    public DirectReader namespace(String other) {
        return new DirectReader(store, Arguments.namespace(other), definitions, presently, unoffered, own);
    }

    @Override
    public List<String> namespaces() {
        return EngineCalls.reading(store::namespaces);
    }

    @Override
    public Occupancy occupancy() {
        return EngineCalls.reading(store::occupancy);
    }

    @Override
    public List<NodeStatus> nodes() {
        return nodeList().statuses();
    }

    @Override
    public String describe() {
        return store.describe();
    }

    @Override
    public Optional<ExecutionId> find(String key) {
        ExecutionId id = Ids.ofKey(namespace, Arguments.name("key", key));
        return EngineCalls.reading(() -> store.newest(id)).map(ExecutionRow::id);
    }

    @Override
    public List<ExecutionSummary> list(ExecutionQuery query) {
        return executions.list(query);
    }

    @Override
    public ExecutionSummary summary(ExecutionId id) {
        return executions.summary(executions.row(id));
    }

    @Override
    public List<HistoryEntry> history(ExecutionId id) {
        executions.row(id);
        return Descriptions.history(EngineCalls.reading(() -> store.history(id)));
    }

    /**
     * The histories of the first of these executions, in this order and as many as fit into memory well, at least one.
     * Empty for an execution that does not exist.
     */
    public Map<ExecutionId, List<HistoryEntry>> histories(List<ExecutionId> ids) {
        Map<ExecutionId, List<HistoryEntry>> histories = new LinkedHashMap<>();
        EngineCalls.reading(() -> store.histories(ids, HISTORIES_LENGTH_MAX))
                .forEach((id, journal) -> histories.put(id, Descriptions.history(journal)));
        return histories;
    }

    @Override
    public long export(ExecutionQuery query, OutputStream out) throws IOException {
        return new Export(store, namespace, definitions, out).all(query);
    }

    @Override
    public long export(ExecutionId id, OutputStream out) throws IOException {
        return new Export(store, namespace, definitions, out).one(executions.row(id));
    }

    @Override
    public ExecutionDescription describe(ExecutionId id) {
        ExecutionRow row = executions.row(id);
        List<JournalRow> journal = EngineCalls.reading(() -> store.history(id));
        ExecutionId rerunAs = row.status().isTerminal()
                ? EngineCalls.reading(() -> store.find(RerunStarts.idOf(id)))
                        .map(ExecutionRow::id)
                        .orElse(null)
                : null;
        return Descriptions.describe(row, executions.fold(row, journal), journal, rerunAs);
    }

    @Override
    public PastExecution asOf(ExecutionId id, int seq) {
        return new StoredPast(store, executions, id, seq);
    }

    @Override
    public Explanation explain(ExecutionId id) {
        StoredExecutions.Story story = executions.story(id);
        Explanation present = presently.apply(actions).apply(Descriptions.explain(story.state(), story.escalatedAt()));
        return present.status().isTerminal() || !store.registersNodes()
                ? present
                : nodeList().complete(present);
    }

    private NodeList nodeList() {
        return new NodeList(EngineCalls.reading(store::nodes), own);
    }

    @Override
    public Forecast whatIf(ExecutionId id, String step, Failure failure) {
        ExecutionState state = executions.story(id).state();
        StepPath path = Arguments.path(step);
        Instant now = EngineCalls.reading(store::now);
        return Explainer.whatIf(state, path, failure, now).orElseThrow(() -> {
            StepState found = state.step(path);
            return found == null
                    ? ReeveException.of(
                            ErrorCode.NOT_FOUND,
                            "workflow '%s' has no step '%s'"
                                    .formatted(state.plan().workflow().name(), step))
                    : ReeveException.of(
                            ErrorCode.REFUSED,
                            "no attempt of step '%s' is under way or comes by itself: it is %s; expected one that is queued, runs, or waits for its next attempt"
                                    .formatted(step, found.status()));
        });
    }

    @Override
    public Inbox inbox() {
        return inbox(Inbox.EXECUTIONS_DEFAULT);
    }

    @Override
    public Inbox inbox(int executionsMax) {
        return EngineCalls.reading(() ->
                store.together(() -> InboxSorter.inbox(executions, actions.unoffered(unoffered.get()), executionsMax)));
    }

    @Override
    public List<UndeliverableMessage> undeliverable(int limit) {
        if (limit < 1 || limit > UNDELIVERABLE_MAX) {
            throw Arguments.invalid("limit: expected 1 to %d, found %d".formatted(UNDELIVERABLE_MAX, limit));
        }
        return EngineCalls.reading(() -> ownMessages(limit));
    }

    @Override
    public List<ServicePause> pausedServices() {
        return actions.pauses(EngineCalls.reading(store::pauses));
    }

    @Override
    public List<ServiceChange> serviceChanges(String action) {
        Arguments.name("action", action);
        return actions.changes(EngineCalls.reading(() -> store.serviceChanges(actions.qualified(action))));
    }

    /** The store lists those of all namespaces. */
    private List<UndeliverableMessage> ownMessages(int limit) {
        List<UndeliverableMessage> all = store.undeliverable(UNDELIVERABLE_MAX);
        Set<ExecutionId> ids = all.stream().map(UndeliverableMessage::execution).collect(Collectors.toSet());
        Set<ExecutionId> mine = ids.isEmpty()
                ? Set.of()
                : store.findAll(ids).stream()
                        .filter(row -> row.namespace().equals(namespace))
                        .map(ExecutionRow::id)
                        .collect(Collectors.toSet());
        return all.stream()
                .filter(message -> mine.contains(message.execution()))
                .limit(limit)
                .toList();
    }

    @Override
    public MoveCheck check(Workflow given) {
        Definition workflow = DefinitionReader.of(given);
        return EngineCalls.reading(() -> store.together(() -> MoveChecker.check(executions, plans, workflow)));
    }

    @Override
    public boolean isDeployed(String workflow, @Nullable Integer version) {
        return plans.contains(workflow, version);
    }

    @Override
    public List<ScheduleStatus> schedules() {
        return EngineCalls.reading(() -> store.schedules(namespace)).stream()
                .map(ScheduleText::status)
                .toList();
    }

    @Override
    public List<ScheduleChange> scheduleChanges(String name) {
        Arguments.scheduleName(name);
        return EngineCalls.reading(() -> store.scheduleChanges(namespace, name));
    }

    @Override
    public AuditReport verify(LongConsumer progress) {
        return EngineCalls.reading(() -> Auditor.whole(store, progress));
    }

    @Override
    public long uncertain(Instant until, Consumer<UncertainExecution> found) {
        return new Uncertainty(executions, until, found).examine();
    }

    /** Whether the execution exists in this namespace. */
    public boolean has(ExecutionId id) {
        return EngineCalls.reading(() -> store.find(id))
                .filter(row -> row.namespace().equals(namespace))
                .isPresent();
    }

    public ExecutionState state(ExecutionId id) {
        return executions.story(id).state();
    }

    /**
     * The plan for a new execution.
     *
     * @param version 0 for the highest deployed one
     */
    public Plan plan(String workflow, int version) {
        return plans.plan(workflow, version);
    }

    @Override
    public void close() {
        store.close();
    }
}
