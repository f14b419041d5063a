package dev.reeve;

import dev.reeve.agent.Agent;
import dev.reeve.internal.provider.Providers;
import dev.reeve.workflow.Workflow;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;
import javax.sql.DataSource;

/**
 * Durable workflows on an existing database. Thread-safe. Open one instance for each store, and close it.
 *
 * <pre>{@code
 * try (Reeve reeve = Reeve.open(Path.of("orders.db"))) {
 *     reeve.deploy(Workflow.load(Path.of("order_fulfilment.yaml")));
 *     reeve.agent("payments")
 *          .action("payment.charge", Charge.class, (charge, step) -> bank.charge(charge, step.idempotencyKey()))
 *          .start();
 *     Execution execution = reeve.start("order_fulfilment", order, Start.key("order-123"));
 *     Receipt receipt = execution.await(Receipt.class, Duration.ofMinutes(5));
 * }
 * }</pre>
 *
 * <p>Guarantees: an acknowledged start is stored permanently. The execution completes, is compensated as a whole, or is
 * escalated to a person. A step has one accepted result. Its action may be performed more than once, always with the
 * same idempotency key.
 */
public interface Reeve extends AutoCloseable {

    /**
     * Opens the SQLite store in this file, and creates the file if it does not exist. Needs {@code reeve-sqlite}.
     *
     * @throws ReeveException if the file cannot be used; the message says why, and what to do
     */
    static Reeve open(Path file) {
        return open(file, NodeOptions.DEFAULT);
    }

    /**
     * As {@link #open(Path)}, with options.
     *
     * @throws ReeveException if the file cannot be used; the message says why, and what to do
     */
    static Reeve open(Path file, NodeOptions options) {
        return Providers.reeve().open(file, options);
    }

    /**
     * Opens the store in this database, in a schema of its own named {@code reeve}. Needs {@code reeve-postgresql}. The
     * caller closes the data source, after this engine.
     *
     * @throws ReeveException if the database cannot be used; the message says why, and what to do
     */
    static JdbcReeve open(DataSource dataSource) {
        return open(dataSource, NodeOptions.DEFAULT);
    }

    /**
     * As {@link #open(DataSource)}, with options.
     *
     * @throws ReeveException if the database cannot be used; the message says why, and what to do
     */
    static JdbcReeve open(DataSource dataSource, NodeOptions options) {
        return Providers.reeve().open(dataSource, options);
    }

    /**
     * Deploys a definition. Deploying an identical definition again changes nothing. The same version with different
     * content is refused, because executions may be pinned to it: raise the version. The workflows that its steps start
     * may be deployed later. Until then {@link Deployed#missing()} and the log name them.
     *
     * @throws ReeveException {@link ErrorCode#CONFLICT} if the version is deployed with different content;
     *     {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer: deploy again
     */
    Deployed deploy(Workflow workflow);

    /**
     * Deploys several definitions, in any order. Each workflow that their steps start must be among them or be deployed
     * already. Otherwise nothing is deployed.
     *
     * @throws ReeveException {@link ErrorCode#WORKFLOW_UNKNOWN} with every step that starts a missing workflow;
     *     otherwise as {@link #deploy(Workflow)}. Some of the definitions may be deployed then: deploy all of them
     *     again
     */
    List<Deployed> deploy(Collection<? extends Workflow> workflows);

    /**
     * Removes a workflow version that is no longer needed. The call is refused while an open or ended execution is
     * pinned to the version, because the history of a stored execution is read with its definition. It is also refused
     * while the store keeps an execution that was moved away from the version, while a schedule starts the version, and
     * while steps of other definitions start it. An execution that starts with the version during the call wins: the
     * call is refused, and the start is not affected. The store keeps the actor and the reason. The version can be
     * deployed again, also with different content.
     *
     * @param by the actor
     * @param why the reason
     * @throws ReeveException {@link ErrorCode#WORKFLOW_UNKNOWN}; {@link ErrorCode#REFUSED}, whose message says what
     *     needs the version, how many, and what to do; {@link ErrorCode#STORE_UNAVAILABLE}: repeat the call. If the
     *     store did not say whether it removed the version, nothing starts with the version until the store answers
     */
    void undeploy(String workflow, int version, String by, String why);

    /**
     * Asynchronous {@link #undeploy}. The future completes with the removed version, on a virtual thread. It fails only
     * with {@link ReeveException}.
     *
     * @throws ReeveException as above, for errors that are known at once
     */
    CompletionStage<Integer> undeployAsync(String workflow, int version, String by, String why);

    /** Builds an agent in this process: register its actions, then start it. {@link #close} closes it. */
    Agent.Builder agent(String name);

    /** Starts the highest deployed version, without a key. */
    Execution start(String workflow, Object input);

    /**
     * Starts an execution. The execution is stored when this method returns.
     *
     * @param input any object that can be written as JSON, or {@link Json}
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT}, {@link ErrorCode#WORKFLOW_UNKNOWN},
     *     {@link ErrorCode#CONFLICT} if the key was used for another start, {@link ErrorCode#OVERLOADED}: nothing was
     *     stored. With any other code the execution may have been stored. Start again with the same key: at once after
     *     {@link ErrorCode#STORE_UNAVAILABLE} or {@link ErrorCode#TIMED_OUT}, on another engine after
     *     {@link ErrorCode#FENCED}, {@link ErrorCode#CLOSED} or {@link ErrorCode#INTERNAL}
     */
    Execution start(String workflow, Object input, Start how);

    /**
     * Asynchronous {@link #start(String, Object, Start)}. Invalid input is rejected by an exception before this method
     * returns. The future completes on a virtual thread, so dependent stages may block. A stage that blocks delays
     * other futures by about ten milliseconds. One such thread completes many futures: clear the thread locals that you
     * set. The future fails only with {@link ReeveException}.
     *
     * @throws ReeveException as above, for errors that are known at once
     */
    CompletionStage<Execution> startAsync(String workflow, Object input, Start how);

    /**
     * Registers a schedule. The schedule is stored, so every later engine on this store runs it too. At most one
     * execution starts for each nominal time, also across crashes. Its key is {@code schedule/NAME/TIME}, and it has
     * the label {@code schedule}. Registering an identical schedule again changes nothing, so a program can do it at
     * every start. A different schedule with the same name replaces the old one and counts from now on.
     *
     * @param name the name of the schedule; at most 200 characters
     * @param input the input of every execution
     * @throws ReeveException {@link ErrorCode#WORKFLOW_UNKNOWN}, {@link ErrorCode#INVALID_INPUT},
     *     {@link ErrorCode#STORE_UNAVAILABLE}: repeat the call
     */
    void schedule(String name, Object input, Schedule schedule);

    /** As {@link ReeveReader#check}. */
    MoveCheck check(Workflow workflow);

    /** All schedules, by name. */
    List<ScheduleStatus> schedules();

    /** As {@link ReeveReader#scheduleChanges}. */
    List<ScheduleChange> scheduleChanges(String name);

    /**
     * Pauses a schedule until {@link #resumeSchedule}. Executions under way go on.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#STORE_UNAVAILABLE}: repeat the call
     */
    void pauseSchedule(String name, String by, String why);

    /**
     * Resumes a schedule from now on. Starts that were due during the pause are skipped.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#STORE_UNAVAILABLE}: repeat the call
     */
    void resumeSchedule(String name, String by, String why);

    /**
     * Deletes a schedule. Executions that it has started go on.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#STORE_UNAVAILABLE}: repeat the call
     */
    void deleteSchedule(String name, String by, String why);

    Optional<Execution> find(ExecutionId id);

    /** Finds the execution that was started with this key. */
    Optional<Execution> find(String key);

    /** Lists executions, the newest first. */
    List<ExecutionSummary> list(ExecutionQuery query);

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

    /**
     * Starts a bulk operation on many executions, such as a whole group of the inbox. The operation is stored when this
     * method returns. It continues at the requested pace, survives a crash, and does nothing twice.
     *
     * @param by the actor, for the history of each execution
     * @param why the reason, for the history of each execution
     */
    Bulk bulk(BulkRequest request, String by, String why);

    /** The bulk operations in the store, the newest first; at most 1,000. */
    List<Bulk> bulks();

    /**
     * Dead letters: messages that could not be delivered and were given up, the longest-waiting first. Lists the first
     * message of each execution. Later messages of the execution wait behind it.
     *
     * @param limit 1 to 1,000
     */
    List<UndeliverableMessage> undeliverable(int limit);

    /**
     * Sends the given-up messages of an execution again, from the first one on.
     *
     * @return the number of messages; 0 if none was given up
     */
    int redeliver(ExecutionId id);

    EngineStats stats();

    /**
     * Rule violations that the auditor has found since this engine was opened, the oldest first. Empty if there are
     * none. Each one is also logged as an error, and needs a person.
     */
    List<Incident> incidents();

    /**
     * The status of each action that an agent offers or a step waits for: whether the engine calls it, and if not, why.
     */
    List<ServiceStatus> services();

    /**
     * Attempts that take longer than expected, the longest-running first. The limit is the step's {@code expected}.
     * Without {@code expected}, the limit is three times the 99th percentile of the action's attempts in the last
     * minutes, and at least one second. An action with fewer than a hundred recently answered attempts has no such
     * limit. Slow is not dead: the engine does nothing about such an attempt before its deadlines.
     */
    List<SuspectAttempt> suspects();

    /** The status of each agent: registered agents, and agents that left within the last quarter of an hour. */
    List<AgentStatus> agents();

    /**
     * Service incidents since this engine was opened. One entry covers an incident from the first failure to the
     * recovery.
     */
    List<ServiceIncident> serviceIncidents();

    /**
     * Registers a listener for service incidents: one call when an action starts failing for all its callers, one when
     * it recovers. Calls are made one after the other, on a separate thread.
     */
    void onService(ServiceListener listener);

    /**
     * Pauses an action until {@link #resumeService}. The pause survives restarts. Its steps wait in their queue, and
     * use up neither attempts nor time. Attempts under way go on. If the action is already paused, the first actor and
     * reason stay.
     *
     * @param by the actor
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer; the action may be paused
     *     all the same: repeat the call
     */
    void pauseService(String action, String by, String why);

    /**
     * Resumes an action that a person paused or that failed for all its callers. The queued steps are released in a
     * ramp. If the action is neither paused nor failing, the call only records the actor.
     *
     * @param by the actor; kept together with {@code why}, see {@link ReeveReader#serviceChanges}
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer; the action may be
     *     resumed all the same: repeat the call
     */
    void resumeService(String action, String by, String why);

    /** As {@link ReeveReader#serviceChanges}. */
    List<ServiceChange> serviceChanges(String action);

    /**
     * Checks every execution in the store. The engine keeps running meanwhile.
     *
     * @param progress receives the number of executions checked so far, from time to time
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer
     */
    AuditReport verify(LongConsumer progress);

    /** Stops handing out work, waits briefly for the attempts under way, and closes the store. Idempotent. */
    @Override
    void close();
}
