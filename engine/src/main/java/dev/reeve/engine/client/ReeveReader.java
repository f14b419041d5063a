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
 * Reads what is in a store, and runs nothing: beside the engine that does, or without any. Thread-safe; close it.
 *
 * <pre>{@code
 * try (ReeveReader reader = ReeveReader.open(Path.of("orders.db"))) {
 *     reader.inbox().groups().forEach(System.out::println);
 * }
 * }</pre>
 *
 * <p>What it tells is what was committed when it looked; an engine beside it may be further by the time one reads it.
 */
public final class ReeveReader implements AutoCloseable {

    /** How many messages {@link #undeliverable} lists at most. */
    public static final int UNDELIVERABLE_MAX = 1_000;

    private final StoreReader store;
    private final Definitions definitions;
    private final String namespace = Node.DEFAULT_NAMESPACE;

    /** Beside no engine only the pauses of people are known; an engine knows all, and which attempts take too long. */
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
     * @throws ReeveException if there is none, or it cannot be read: it says why, and what to do
     */
    public static ReeveReader open(Path file) {
        return reading(Waiting.reading(
                () -> Stores.open(Stores.given(file), "reeve-store-sqlite", provider -> provider.read(file))));
    }

    /**
     * Opens the store in this database. Needs {@code reeve-store-postgres}. The data source remains the caller's, who closes
     * it after this.
     *
     * @throws ReeveException if there is none, or it cannot be read: it says why, and what to do
     */
    public static ReeveReader open(DataSource dataSource) {
        return reading(Waiting.reading(() ->
                Stores.open(Stores.given(dataSource), "reeve-store-postgres", provider -> provider.read(dataSource))));
    }

    /** Whether an engine runs what is in the store, as far as the database can tell. */
    public Occupancy occupancy() {
        return Waiting.reading(store::occupancy);
    }

    /** A few words about the database and where it is; no secrets. */
    public String describe() {
        return store.describe();
    }

    /** The id of the execution that was started with this key; empty if there is none. */
    public Optional<ExecutionId> find(String key) {
        ExecutionId id = Ids.ofKey(namespace, Checks.name("key", key));
        return Waiting.reading(() -> store.find(id)).map(ExecutionRow::id);
    }

    /**
     * The newest first.
     *
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if it asks for a name or a label that no database can keep, so that
     *     none can have it
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

    /** @throws ReeveException {@link ErrorCode#NOT_FOUND} if there is no such execution */
    public ExecutionSummary summary(ExecutionId id) {
        return ExecutionSummary.of(row(id));
    }

    /**
     * All events of an execution, the oldest first.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if there is no such execution
     */
    public List<HistoryEntry> history(ExecutionId id) {
        row(id);
        return Describing.history(Waiting.reading(() -> store.history(id)));
    }

    /**
     * Writes executions with their whole histories as JSON Lines, in the form of an archive: the newest first, read page by page. The
     * limit of the query does not count. An execution that is open may be further in its history than in its status.
     *
     * @param out is neither flushed nor closed
     * @return how many executions were written
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer; what was written has no last line then
     * @throws IOException of {@code out}
     */
    public long export(ExecutionQuery query, OutputStream out) throws IOException {
        return new Export(store, definitions, out).all(query);
    }

    /**
     * As {@link #export(ExecutionQuery, OutputStream)}, for one execution.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if there is no such execution
     */
    public long export(ExecutionId id, OutputStream out) throws IOException {
        return new Export(store, definitions, out).one(row(id));
    }

    /**
     * Everything about an execution, step by step.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if there is no such execution
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

    /** What needs a person, as {@link #inbox(int)} finds it among the {@link Inbox#EXECUTIONS_DEFAULT} newest. */
    public Inbox inbox() {
        return inbox(Inbox.EXECUTIONS_DEFAULT);
    }

    /**
     * What needs a person, grouped by what went wrong. Reads the history of each execution that it looks at.
     *
     * @param executionsMax how many escalated executions to look at, the newest; 1 to {@link Inbox#EXECUTIONS_MAX}
     */
    public Inbox inbox(int executionsMax) {
        return store.together(() -> Sorting.inbox(this, executionsMax));
    }

    /**
     * Actions that nobody offers although steps wait for them, by action: as the engine found last, if this is not the reader of an
     * engine.
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

    /** Actions that people have paused. Whether others are left alone at present only their engine knows. */
    public List<ServicePause> pausedServices() {
        return Waiting.reading(store::pauses);
    }

    /**
     * Who has paused an action and had it called again, and why: the newest {@link ServiceChange#LISTED_MAX}, the newest first. Empty if
     * nobody has.
     */
    public List<ServiceChange> serviceChanges(String action) {
        Checks.name("action", action);
        return Waiting.reading(() -> store.serviceChanges(action));
    }

    /**
     * Which open executions of a workflow could go on with this definition of it, deployed or not: see {@link
     * Execution#moveTo}. Reads the history of each, of at most {@link MoveCheck#EXECUTIONS_MAX}.
     *
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer
     */
    public MoveCheck check(Workflow workflow) {
        return store.together(() -> MoveChecking.check(this, workflow));
    }

    /** Whether there is this version of a workflow; any, if none is named. */
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
     * Who has paused, resumed and deleted schedules of this name, and why: the newest {@link ScheduleChange#LISTED_MAX}, the newest
     * first. Empty if nobody has.
     */
    public List<ScheduleChange> scheduleChanges(String name) {
        Scheduling.checkName(name);
        return Waiting.reading(() -> store.scheduleChanges(Node.DEFAULT_NAMESPACE, name));
    }

    /**
     * Checks every execution in the store, as the auditor of an engine does for ever.
     *
     * @param progress told from time to time how many have been looked at
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer
     */
    public AuditReport verify(LongConsumer progress) {
        return Waiting.reading(() -> Auditor.whole(store, namespace, progress));
    }

    /** Where an execution stands, and since when its steps need a person. */
    record Story(ExecutionState state, Map<StepPath, Instant> escalatedAt) {}

    /** @throws IllegalStateException if the history is damaged */
    Story story(ExecutionId id) {
        return story(row(id));
    }

    /**
     * Of an execution that was in a list.
     *
     * @param unreadable gets those whose history is damaged: one must not hide all the others (F43)
     * @return null if it cannot be read, or is gone since
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

    /** To read what has begun with it, also while it is being removed. */
    Optional<Plan> stored(String workflow, int version) {
        return Waiting.reading(() -> definitions.stored(namespace, workflow, version));
    }

    /** The highest version that there is, also while it is being removed; 0 if there is none. */
    int highest(String workflow) {
        return Waiting.reading(() -> definitions.highest(namespace, workflow)).orElse(0);
    }

    /**
     * To begin something with it.
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
