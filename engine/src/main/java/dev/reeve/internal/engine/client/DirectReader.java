package dev.reeve.internal.engine.client;

import dev.reeve.AuditReport;
import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.ExecutionDescription;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionSummary;
import dev.reeve.Explanation;
import dev.reeve.Failure;
import dev.reeve.Forecast;
import dev.reeve.HistoryEntry;
import dev.reeve.Inbox;
import dev.reeve.InvalidInputException;
import dev.reeve.MoveCheck;
import dev.reeve.Occupancy;
import dev.reeve.ReeveException;
import dev.reeve.ReeveReader;
import dev.reeve.ScheduleChange;
import dev.reeve.ScheduleStatus;
import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.StepPath;
import dev.reeve.UndeliverableMessage;
import dev.reeve.UnofferedAction;
import dev.reeve.internal.core.explanation.Explainer;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.engine.audit.Auditor;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.engine.schedule.ScheduleText;
import dev.reeve.internal.engine.scheduler.RerunStarts;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.engine.scheduler.definition.Journal;
import dev.reeve.internal.engine.scheduler.message.StorableText;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.StoreException;
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
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads a store directly. */
public final class DirectReader implements ReeveReader {

    private final StoreReader store;
    private final Definitions definitions;
    private final String namespace = Node.DEFAULT_NAMESPACE;

    /**
     * Without an engine, only the pauses by people are known. An engine also knows its breakers and which attempts take
     * too long.
     */
    private final UnaryOperator<Explanation> presently;

    private final Supplier<List<UnofferedAction>> unoffered;

    DirectReader(Node node) {
        this(
                node.store(),
                node.definitions(),
                explanation -> new Suspicion(node.dispatcher().suspects())
                        .tell(new Limiting(node.dispatcher())
                                .tell(UnofferedSteps.of(node)
                                        .tell(Withholding.of(node.dispatcher().services())
                                                .tell(explanation)))),
                node::unoffered);
    }

    private DirectReader(
            StoreReader store,
            Definitions definitions,
            UnaryOperator<Explanation> presently,
            Supplier<List<UnofferedAction>> unoffered) {
        this.store = store;
        this.unoffered = unoffered;
        this.definitions = definitions;
        this.presently = presently;
    }

    private static DirectReader reading(StoreReader store) {
        return new DirectReader(
                store,
                new Definitions(store),
                explanation -> UnofferedSteps.kept(Waiting.reading(store::unoffered))
                        .tell(Withholding.byPeople(Waiting.reading(store::pauses))
                                .tell(explanation)),
                () -> Waiting.reading(store::unoffered));
    }

    /**
     * Opens the SQLite store in this file. Needs {@code reeve-sqlite}.
     *
     * @throws ReeveException if the file has no store, or cannot be read; the message says why, and what to do
     */
    public static DirectReader open(Path file) {
        return reading(Waiting.reading(
                () -> Stores.open(Stores.given(file), "reeve-sqlite", provider -> provider.read(file))));
    }

    /**
     * Opens the store in this database. Needs {@code reeve-postgresql}. The caller closes the data source, after
     * this reader.
     *
     * @throws ReeveException if the database has no store, or cannot be read; the message says why, and what to do
     */
    public static DirectReader open(DataSource dataSource) {
        return reading(Waiting.reading(() ->
                Stores.open(Stores.given(dataSource), "reeve-postgresql", provider -> provider.read(dataSource))));
    }

    @Override
    public Occupancy occupancy() {
        return Waiting.reading(store::occupancy);
    }

    @Override
    public String describe() {
        return store.describe();
    }

    @Override
    public Optional<ExecutionId> find(String key) {
        ExecutionId id = Ids.ofKey(namespace, Checks.name("key", key));
        return Waiting.reading(() -> store.find(id)).map(ExecutionRow::id);
    }

    @Override
    public List<ExecutionSummary> list(ExecutionQuery query) {
        ExecutionFilter filter = Filters.of(query);
        if (filter.workflow() != null) {
            StorableText.checkCharacters("workflow", filter.workflow());
        }
        filter.labels().forEach((name, value) -> {
            StorableText.checkCharacters("label", name);
            StorableText.checkCharacters("label " + name, value);
        });
        return Waiting.reading(() -> store.list(Filters.of(query))).stream()
                .map(Describing::summary)
                .toList();
    }

    @Override
    public ExecutionSummary summary(ExecutionId id) {
        return Describing.summary(row(id));
    }

    @Override
    public List<HistoryEntry> history(ExecutionId id) {
        row(id);
        return Describing.history(Waiting.reading(() -> store.history(id)));
    }

    @Override
    public long export(ExecutionQuery query, OutputStream out) throws IOException {
        return new Export(store, definitions, out).all(query);
    }

    @Override
    public long export(ExecutionId id, OutputStream out) throws IOException {
        return new Export(store, definitions, out).one(row(id));
    }

    @Override
    public ExecutionDescription describe(ExecutionId id) {
        ExecutionRow row = row(id);
        List<JournalRow> journal = Waiting.reading(() -> store.history(id));
        ExecutionId rerunAs = row.status().isTerminal()
                ? Waiting.reading(() -> store.find(RerunStarts.idOf(id)))
                        .map(ExecutionRow::id)
                        .orElse(null)
                : null;
        return Describing.describe(row, fold(row, journal), journal, rerunAs);
    }

    @Override
    public Explanation explain(ExecutionId id) {
        Story story = story(row(id));
        return presently.apply(Explainer.explain(story.state(), story.escalatedAt()));
    }

    @Override
    public Forecast whatIf(ExecutionId id, String step, Failure failure) {
        ExecutionState state = story(row(id)).state();
        StepPath path = EmbeddedExecution.path(step);
        Instant now = Waiting.reading(store::now);
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
        return store.together(() -> Sorting.inbox(this, executionsMax));
    }

    /**
     * Actions that steps wait for and no agent offers, by action. Without an engine, this is the last result that an
     * engine stored.
     */
    List<UnofferedAction> unoffered() {
        return unoffered.get();
    }

    @Override
    public List<UndeliverableMessage> undeliverable(int limit) {
        if (limit < 1 || limit > UNDELIVERABLE_MAX) {
            throw Checks.invalid("limit: expected 1 to %d, found %d".formatted(UNDELIVERABLE_MAX, limit));
        }
        return Waiting.reading(() -> store.undeliverable(limit));
    }

    @Override
    public List<ServicePause> pausedServices() {
        return Waiting.reading(store::pauses);
    }

    @Override
    public List<ServiceChange> serviceChanges(String action) {
        Checks.name("action", action);
        return Waiting.reading(() -> store.serviceChanges(action));
    }

    @Override
    public MoveCheck check(Workflow given) {
        Definition workflow = DefinitionReader.of(given);
        return store.together(() -> MoveChecking.check(this, workflow));
    }

    @Override
    public boolean isDeployed(String workflow, @Nullable Integer version) {
        return Waiting.reading(() -> definitions.contains(namespace, workflow, version));
    }

    @Override
    public List<ScheduleStatus> schedules() {
        return Waiting.reading(() -> store.schedules(Node.DEFAULT_NAMESPACE)).stream()
                .map(ScheduleText::status)
                .toList();
    }

    @Override
    public List<ScheduleChange> scheduleChanges(String name) {
        Scheduling.checkName(name);
        return Waiting.reading(() -> store.scheduleChanges(Node.DEFAULT_NAMESPACE, name));
    }

    @Override
    public AuditReport verify(LongConsumer progress) {
        return Waiting.reading(() -> Auditor.whole(store, namespace, progress));
    }

    /** The state of an execution, and since when each of its escalated steps needs a person. */
    record Story(ExecutionState state, Map<StepPath, Instant> escalatedAt) {}

    /** @throws IllegalStateException if the history is damaged */
    Story story(ExecutionId id) {
        return story(row(id));
    }

    /**
     * Reads an execution from a list.
     *
     * @param unreadable collects executions whose history is damaged: one must not hide all the others (F43)
     * @return null if the execution cannot be read, or was removed meanwhile
     */
    @Nullable Story storyListed(ExecutionId id, List<ExecutionId> unreadable) {
        try {
            return story(id);
        } catch (InvalidInputException e) {
            unreadable.add(id);
            return null;
        } catch (ReeveException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return null;
            }
            boolean damaged =
                    e.getCause() instanceof StoreException damage && damage.kind() == StoreException.Kind.DATA;
            if (damaged || e.code() == ErrorCode.WORKFLOW_UNKNOWN) {
                unreadable.add(id);
                return null;
            }
            throw e;
        } catch (IllegalStateException | IllegalArgumentException e) {
            unreadable.add(id);
            return null;
        }
    }

    private Story story(ExecutionRow row) {
        List<JournalRow> journal = Waiting.reading(() -> store.history(row.id()));
        Map<StepPath, Instant> escalatedAt = new LinkedHashMap<>();
        for (HistoryEntry entry : Describing.history(journal)) {
            if (entry.event() instanceof Event.StepEscalated escalated) {
                escalatedAt.put(escalated.step(), entry.at());
            }
        }
        return new Story(fold(row, journal), escalatedAt);
    }

    private ExecutionState fold(ExecutionRow row, List<JournalRow> journal) {
        return Journal.fold(
                row.id(),
                version -> stored(row.workflow(), version).orElseThrow(() -> unknown(row.workflow(), version)),
                journal);
    }

    /** For reading executions of this version. Also finds a version that is being removed. */
    Optional<Plan> stored(String workflow, int version) {
        return Waiting.reading(() -> definitions.stored(namespace, workflow, version));
    }

    /** The highest version, including one that is being removed; 0 if none exists. */
    int highest(String workflow) {
        return Waiting.reading(() -> definitions.highest(namespace, workflow)).orElse(0);
    }

    /**
     * The plan for a new execution.
     *
     * @param version 0 for the highest deployed one
     */
    Plan plan(String workflow, int version) {
        Optional<Plan> plan = Waiting.reading(() -> version == 0
                ? definitions.findLatest(namespace, workflow)
                : definitions.find(namespace, workflow, version));
        return plan.orElseThrow(() -> unknown(workflow, version));
    }

    private static ReeveException unknown(String workflow, int version) {
        return ReeveException.of(
                ErrorCode.WORKFLOW_UNKNOWN,
                version == 0
                        ? "no workflow named '%s' is deployed; deploy it first, or check the name".formatted(workflow)
                        : "workflow '%s' has no version %d; deploy it first, or start without a version"
                                .formatted(workflow, version));
    }

    private ExecutionRow row(ExecutionId id) {
        return Waiting.reading(() -> store.find(id))
                .orElseThrow(() -> ReeveException.of(
                        ErrorCode.NOT_FOUND,
                        "there is no execution %s; check the id, or whether it was removed after its retention"
                                .formatted(id)));
    }

    @Override
    public void close() {
        store.close();
    }
}
