package dev.reeve;

import dev.reeve.internal.provider.Providers;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
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
 * <p>Answers show the state at the time of the read. A running engine may have changed it since.
 */
public interface ReeveReader extends AutoCloseable {

    /** Maximum number of messages that {@link #undeliverable} lists. */
    int UNDELIVERABLE_MAX = 1_000;

    /**
     * Opens the SQLite store in this file. Needs {@code reeve-sqlite}.
     *
     * @throws ReeveException if the file has no store, or cannot be read; the message says why, and what to do
     */
    static ReeveReader open(Path file) {
        return Providers.reeve().read(file);
    }

    /**
     * Opens the store in this database. Needs {@code reeve-postgresql}. The caller closes the data source, after this
     * reader.
     *
     * @throws ReeveException if the database has no store, or cannot be read; the message says why, and what to do
     */
    static ReeveReader open(DataSource dataSource) {
        return Providers.reeve().read(dataSource);
    }

    /**
     * The same reader, for another namespace. The returned reader finds and lists only what is in it. {@link #nodes},
     * {@link #occupancy} and {@link #verify} are about the whole store. Closing any of the readers closes the store.
     *
     * @param namespace as for {@link Reeve#namespace(String)}
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if it is not a valid name of a namespace
     */
    ReeveReader namespace(String namespace);

    /** The namespaces with definitions, by name. Every execution is in one of these. */
    List<String> namespaces();

    /** Whether an engine runs this store, as far as the database can tell. */
    Occupancy occupancy();

    /**
     * The registered nodes, by name. Empty if this kind of store registers none, as SQLite does not. A node that ended
     * without closing is listed until another one removes it; {@link NodeStatus#renewed} tells.
     */
    List<NodeStatus> nodes();

    /** A short description of the database and its location. Contains no secrets. */
    String describe();

    /**
     * The id of the execution that was started with this key, the newest one if there are several; empty if there is
     * none.
     */
    Optional<ExecutionId> find(String key);

    /**
     * Lists executions, the newest first.
     *
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if the query has a name or a label that no database can
     *     store
     */
    List<ExecutionSummary> list(ExecutionQuery query);

    /**
     * An execution in one line.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if the execution does not exist
     */
    ExecutionSummary summary(ExecutionId id);

    /**
     * All events of an execution, the oldest first.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if the execution does not exist
     */
    List<HistoryEntry> history(ExecutionId id);

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
    long export(ExecutionQuery query, OutputStream out) throws IOException;

    /**
     * As {@link #export(ExecutionQuery, OutputStream)}, for one execution.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if the execution does not exist
     */
    long export(ExecutionId id, OutputStream out) throws IOException;

    /**
     * Describes an execution, step by step.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if the execution does not exist
     */
    ExecutionDescription describe(ExecutionId id);

    /**
     * The same execution as it was after one of its events, as {@link Execution#asOf}. Neither looks whether the
     * execution exists, which the methods of the result do.
     *
     * @param seq the number of the event, from 1; see {@link HistoryEntry#seq()}
     */
    PastExecution asOf(ExecutionId id, int seq);

    /** As {@link Execution#explain()}. */
    Explanation explain(ExecutionId id);

    /** As {@link Execution#whatIf}. */
    Forecast whatIf(ExecutionId id, String step, Failure failure);

    /**
     * The recovery inbox of the {@link Inbox#EXECUTIONS_DEFAULT} newest escalated executions; see {@link #inbox(int)}.
     */
    Inbox inbox();

    /**
     * The recovery inbox: escalated steps, grouped by failure. Reads the history of each execution that it examines.
     *
     * @param executionsMax maximum number of escalated executions to examine, the newest first; 1 to
     *     {@link Inbox#EXECUTIONS_MAX}
     */
    Inbox inbox(int executionsMax);

    /** As {@link MessageOperations#undeliverable}. */
    List<UndeliverableMessage> undeliverable(int limit);

    /** Actions that people have paused. Only an engine knows which other actions it does not call at present. */
    List<ServicePause> pausedServices();

    /**
     * The pauses and resumes of an action, with actor and reason: the newest {@link ServiceChange#LISTED_MAX}, the
     * newest first. Empty if the action was never paused or resumed by a person.
     */
    List<ServiceChange> serviceChanges(String action);

    /**
     * Checks which open executions of a workflow could move to this definition, deployed or not; see
     * {@link RecoveryOperations#moveTo}. Reads the history of each, up to {@link MoveCheck#EXECUTIONS_MAX} executions.
     *
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer
     */
    MoveCheck check(Workflow workflow);

    /** Whether this version of a workflow is deployed. With a null version: whether any version is. */
    boolean isDeployed(String workflow, @Nullable Integer version);

    /** All schedules, by name. */
    List<ScheduleStatus> schedules();

    /**
     * The changes of schedules of this name (pause, resume, delete), with actor and reason: the newest {@link
     * ScheduleChange#LISTED_MAX}, the newest first. Empty if none was changed.
     */
    List<ScheduleChange> scheduleChanges(String name);

    /**
     * Checks every execution in the store, with the same rules as an engine's auditor.
     *
     * @param progress receives the number of executions checked so far, from time to time
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer
     */
    AuditReport verify(LongConsumer progress);

    /**
     * After a restore from a backup, or a failover to a standby that lagged behind: finds the open executions that may
     * have had effects of which the store knows nothing. Call it before an engine runs on the restored store, because
     * an engine changes what it shows. Steps are repeated with the same idempotency keys, so services that honour these
     * keys are called again without harm. For others, a person must compare.
     *
     * <p>Examines the executions of this reader's namespace. Executions that only wait until a time after {@code until}
     * are left out. Executions that were started after the backup are not in the store at all, and cannot be found.
     *
     * @param until when the last engine stopped that worked on the lost data, by the store's clock
     * @param found receives the executions, the newest first
     * @return the number of open executions that were examined
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer
     */
    long uncertain(Instant until, Consumer<UncertainExecution> found);

    @Override
    void close();
}
