package dev.reeve.engine.client;

import dev.reeve.core.Event;
import dev.reeve.core.ExecutionId;
import dev.reeve.core.ExecutionState;
import dev.reeve.core.Explainer;
import dev.reeve.core.Explanation;
import dev.reeve.core.Failure;
import dev.reeve.core.Forecast;
import dev.reeve.core.Plan;
import dev.reeve.core.StepPath;
import dev.reeve.core.StepState;
import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;
import dev.reeve.engine.audit.AuditReport;
import dev.reeve.engine.audit.Auditor;
import dev.reeve.engine.cluster.Node;
import dev.reeve.engine.runtime.Ids;
import dev.reeve.engine.schedule.ScheduleStatus;
import dev.reeve.engine.scheduler.Definitions;
import dev.reeve.engine.scheduler.Journal;
import dev.reeve.engine.scheduler.Rerunning;
import dev.reeve.engine.scheduler.StorableText;
import dev.reeve.engine.store.ExecutionFilter;
import dev.reeve.engine.store.ExecutionRow;
import dev.reeve.engine.store.JournalRow;
import dev.reeve.engine.store.Occupancy;
import dev.reeve.engine.store.ScheduleChange;
import dev.reeve.engine.store.ServiceChange;
import dev.reeve.engine.store.ServicePause;
import dev.reeve.engine.store.StoreException;
import dev.reeve.engine.store.StoreReader;
import dev.reeve.engine.store.UndeliverableMessage;
import dev.reeve.engine.store.UnofferedAction;
import dev.reeve.model.Workflow;
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

/**
 * Read-only access to a store, beside a running engine or without one. Thread-safe. Close it.
 *
 * <pre>{@code
 * try (ReeveReader reader = ReeveReader.open(Path.of("orders.db"))) {
 *     reader.inbox().groups().forEach(System.out::println);
 * }
 * }</pre>
 *
 * <p>Answers show what was committed at the time of the read. A running engine may have moved on since.
 */
public final class ReeveReader implements AutoCloseable {

    /** Maximum number of messages that {@link #undeliverable} lists. */
    public static final int UNDELIVERABLE_MAX = 1_000;

    private final StoreReader store;
    private final Definitions definitions;
    private final String namespace = Node.DEFAULT_NAMESPACE;

    /**
     * Without an engine, only the pauses by people are known. An engine also knows its breakers and which attempts take
     * too long.
     */
    private final UnaryOperator<Explanation> presently;

    private final Supplier<List<UnofferedAction>> unoffered;

    ReeveReader(Node node) {
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

    private ReeveReader(
            StoreReader store,
            Definitions definitions,
            UnaryOperator<Explanation> presently,
            Supplier<List<UnofferedAction>> unoffered) {
        this.store = store;
        this.unoffered = unoffered;
        this.definitions = definitions;
        this.presently = presently;
    }

    private static ReeveReader reading(StoreReader store) {
        return new ReeveReader(
                store,
                new Definitions(store),
                explanation -> UnofferedSteps.kept(Waiting.reading(store::unoffered))
                        .tell(Withholding.byPeople(Waiting.reading(store::pauses))
                                .tell(explanation)),
                () -> Waiting.reading(store::unoffered));
    }

    /**
     * Opens the SQLite store in this file. Needs {@code reeve-store-sqlite}.
     *
     * @throws ReeveException if the file has no store, or cannot be read; the message says why, and what to do
     */
    public static ReeveReader open(Path file) {
        return reading(Waiting.reading(
                () -> Stores.open(Stores.given(file), "reeve-store-sqlite", provider -> provider.read(file))));
    }

    /**
     * Opens the store in this database. Needs {@code reeve-store-postgres}. The caller closes the data source, after
     * this reader.
     *
     * @throws ReeveException if the database has no store, or cannot be read; the message says why, and what to do
     */
    public static ReeveReader open(DataSource dataSource) {
        return reading(Waiting.reading(() ->
                Stores.open(Stores.given(dataSource), "reeve-store-postgres", provider -> provider.read(dataSource))));
    }

    /** Whether an engine runs this store, as far as the database can tell. */
    public Occupancy occupancy() {
        return Waiting.reading(store::occupancy);
    }

    /** A short description of the database and its location. Contains no secrets. */
    public String describe() {
        return store.describe();
    }

    /** The id of the execution that was started with this key; empty if none was. */
    public Optional<ExecutionId> find(String key) {
        ExecutionId id = Ids.ofKey(namespace, Checks.name("key", key));
        return Waiting.reading(() -> store.find(id)).map(ExecutionRow::id);
    }

    /**
     * Lists executions, the newest first.
     *
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if the query has a name or a label that no database can
     *     store
     */
    public List<ExecutionSummary> list(ExecutionQuery query) {
        ExecutionFilter filter = query.filter();
        if (filter.workflow() != null) {
            StorableText.checkCharacters("workflow", filter.workflow());
        }
        filter.labels().forEach((name, value) -> {
            StorableText.checkCharacters("label", name);
            StorableText.checkCharacters("label " + name, value);
        });
        return Waiting.reading(() -> store.list(query.filter())).stream()
                .map(ExecutionSummary::of)
                .toList();
    }

    /**
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if the execution does not exist
     */
    public ExecutionSummary summary(ExecutionId id) {
        return ExecutionSummary.of(row(id));
    }

    /**
     * All events of an execution, the oldest first.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if the execution does not exist
     */
    public List<HistoryEntry> history(ExecutionId id) {
        row(id);
        return Describing.history(Waiting.reading(() -> store.history(id)));
    }

    /**
     * Writes executions with their complete histories as JSON Lines in the archive format, the newest first. Reads page
     * by page and ignores the query's limit. The history of an open execution may be ahead of its status.
     *
     * @param out is neither flushed nor closed
     * @return the number of executions written
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer; the output then lacks
     *     its last line
     * @throws IOException if {@code out} fails
     */
    public long export(ExecutionQuery query, OutputStream out) throws IOException {
        return new Export(store, definitions, out).all(query);
    }

    /**
     * As {@link #export(ExecutionQuery, OutputStream)}, for one execution.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if the execution does not exist
     */
    public long export(ExecutionId id, OutputStream out) throws IOException {
        return new Export(store, definitions, out).one(row(id));
    }

    /**
     * Describes an execution, step by step.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if the execution does not exist
     */
    public ExecutionDescription describe(ExecutionId id) {
        ExecutionRow row = row(id);
        List<JournalRow> journal = Waiting.reading(() -> store.history(id));
        ExecutionId rerunAs = row.status().isTerminal()
                ? Waiting.reading(() -> store.find(Rerunning.idOf(id)))
                        .map(ExecutionRow::id)
                        .orElse(null)
                : null;
        return Describing.describe(row, fold(row, journal), journal, rerunAs);
    }

    /** As {@link Execution#explain()}. */
    public Explanation explain(ExecutionId id) {
        Story story = story(row(id));
        return presently.apply(Explainer.explain(story.state(), story.escalatedAt()));
    }

    /** As {@link Execution#whatIf}. */
    public Forecast whatIf(ExecutionId id, String step, Failure failure) {
        ExecutionState state = story(row(id)).state();
        StepPath path = Execution.path(step);
        Instant now = Waiting.reading(store::now);
        return Explainer.whatIf(state, path, failure, now).orElseThrow(() -> {
            StepState found = state.step(path);
            return found == null
                    ? new ReeveException(
                            ErrorCode.NOT_FOUND,
                            "workflow '%s' has no step '%s'"
                                    .formatted(state.plan().workflow().name(), step))
                    : new ReeveException(
                            ErrorCode.REFUSED,
                            "no attempt of step '%s' is under way or comes by itself: it is %s; expected one that is queued, runs, or waits for its next attempt"
                                    .formatted(step, found.status()));
        });
    }

    /**
     * The recovery inbox of the {@link Inbox#EXECUTIONS_DEFAULT} newest escalated executions; see {@link #inbox(int)}.
     */
    public Inbox inbox() {
        return inbox(Inbox.EXECUTIONS_DEFAULT);
    }

    /**
     * The recovery inbox: escalated steps, grouped by failure. Reads the history of each execution that it examines.
     *
     * @param executionsMax maximum number of escalated executions to examine, the newest first; 1 to
     *     {@link Inbox#EXECUTIONS_MAX}
     */
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

    /** As {@link Reeve#undeliverable}. */
    public List<UndeliverableMessage> undeliverable(int limit) {
        if (limit < 1 || limit > UNDELIVERABLE_MAX) {
            throw Checks.invalid("limit: expected 1 to %d, found %d".formatted(UNDELIVERABLE_MAX, limit));
        }
        return Waiting.reading(() -> store.undeliverable(limit));
    }

    /** Actions that people have paused. Only an engine knows which other actions it does not call at present. */
    public List<ServicePause> pausedServices() {
        return Waiting.reading(store::pauses);
    }

    /**
     * Who paused and resumed an action, and why: the newest {@link ServiceChange#LISTED_MAX}, the newest first. Empty
     * if the action was never paused or resumed by a person.
     */
    public List<ServiceChange> serviceChanges(String action) {
        Checks.name("action", action);
        return Waiting.reading(() -> store.serviceChanges(action));
    }

    /**
     * Checks which open executions of a workflow could move to this definition, deployed or not; see
     * {@link Execution#moveTo}. Reads the history of each, up to {@link MoveCheck#EXECUTIONS_MAX} executions.
     *
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer
     */
    public MoveCheck check(Workflow workflow) {
        return store.together(() -> MoveChecking.check(this, workflow));
    }

    /** Whether this version of a workflow is deployed. With a null version: whether any version is. */
    public boolean isDeployed(String workflow, @Nullable Integer version) {
        return Waiting.reading(() -> definitions.contains(namespace, workflow, version));
    }

    /** All schedules, by name. */
    public List<ScheduleStatus> schedules() {
        return Waiting.reading(() -> store.schedules(Node.DEFAULT_NAMESPACE)).stream()
                .map(ScheduleStatus::of)
                .toList();
    }

    /**
     * Who paused, resumed and deleted schedules of this name, and why: the newest {@link ScheduleChange#LISTED_MAX},
     * the newest first. Empty if none was changed.
     */
    public List<ScheduleChange> scheduleChanges(String name) {
        Scheduling.checkName(name);
        return Waiting.reading(() -> store.scheduleChanges(Node.DEFAULT_NAMESPACE, name));
    }

    /**
     * Checks every execution in the store, with the same rules as an engine's auditor.
     *
     * @param progress receives the number of executions checked so far, from time to time
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer
     */
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
        return new ReeveException(
                ErrorCode.WORKFLOW_UNKNOWN,
                version == 0
                        ? "no workflow named '%s' is deployed; deploy it first, or check the name".formatted(workflow)
                        : "workflow '%s' has no version %d; deploy it first, or start without a version"
                                .formatted(workflow, version));
    }

    private ExecutionRow row(ExecutionId id) {
        return Waiting.reading(() -> store.find(id))
                .orElseThrow(() -> new ReeveException(
                        ErrorCode.NOT_FOUND,
                        "there is no execution %s; check the id, or whether it was removed after its retention"
                                .formatted(id)));
    }

    @Override
    public void close() {
        store.close();
    }
}
