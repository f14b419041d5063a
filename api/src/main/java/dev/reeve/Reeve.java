package dev.reeve;

import dev.reeve.agent.Agent;
import dev.reeve.internal.provider.Providers;
import dev.reeve.workflow.Workflow;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
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
        return open(file, NodeOptions.defaults());
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
        return open(dataSource, NodeOptions.defaults());
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
     * Connects to a server. Needs {@code reeve-client}. The calls are those of an engine in this process, and their
     * effects are the same. Some are not possible over a network; they fail with {@link ErrorCode#REFUSED}, and the
     * guide of the server lists them. The server records the name of the credentials as the actor of each change.
     *
     * <pre>{@code
     * try (Reeve reeve = Reeve.connect(URI.create("https://reeve.example.com"), Credentials.apiKey(key))) {
     *     Execution execution = reeve.start("order_fulfilment", order, Start.key("order-123"));
     *     Receipt receipt = execution.await(Receipt.class, Duration.ofMinutes(5));
     * }
     * }</pre>
     *
     * <p>This method sends nothing. A call that got no answer is repeated until {@link ConnectOptions#timeout}, if the
     * repetition cannot do anything twice: reads, starts, signals, deployments. Otherwise it fails with {@link
     * ErrorCode#STORE_UNAVAILABLE}.
     *
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if the address is not that of a server, or if a key would
     *     travel in clear text
     */
    static Reeve connect(URI server, Credentials credentials) {
        return connect(ConnectOptions.to(server).withCredentials(credentials));
    }

    /**
     * As {@link #connect(URI, Credentials)}, with options, such as several servers.
     *
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} as above
     */
    static Reeve connect(ConnectOptions options) {
        return Providers.client().connect(options);
    }

    /**
     * Deploys a definition. Deploying an identical definition again changes nothing. The same version with different
     * content is refused, because executions may be pinned to it: raise the version. The workflows that its steps start
     * may be deployed later. Until then {@link Deployed#missing()} and the log name them.
     *
     * @throws ReeveException {@link ErrorCode#CONFLICT} if the version is deployed with different content;
     *     {@link ErrorCode#OVERLOADED} if the texts of all deployed definitions would take too much memory; {@link
     *     ErrorCode#STORE_UNAVAILABLE} if the store does not answer: deploy again
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
     * @param reason for the record
     * @throws ReeveException {@link ErrorCode#WORKFLOW_UNKNOWN} if the version is not deployed;
     *     {@link ErrorCode#REFUSED} if something needs it, and the message says what, how many, and what to do;
     *     {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer: repeat the call. If the store did not say
     *     whether it removed the version, nothing starts with the version until the store answers
     */
    void undeploy(String workflow, int version, String reason);

    /**
     * Asynchronous {@link #undeploy}. The future completes with the removed version, on a virtual thread. It fails only
     * with {@link ReeveException}.
     *
     * @throws ReeveException as above, for errors that are known at once
     */
    CompletionStage<Integer> undeployAsync(String workflow, int version, String reason);

    /** The deployed versions of all workflows of the namespace, by name and version. */
    List<DeployedVersion> definitions();

    /**
     * A deployed definition, as {@link Workflow#toJson} writes it; empty if it is not deployed.
     *
     * @param version 0 for the highest deployed one
     */
    Optional<Json> definition(String workflow, int version);

    /** Builds an agent in this process: register its actions, then start it. {@link #close} closes it. */
    Agent.Builder agent(String name);

    /**
     * As {@link #start(String, Object, Start)}, with {@link Start#plain()}: the highest deployed version, without a
     * key.
     */
    Execution start(String workflow, Object input);

    /**
     * Starts an execution. The execution is stored when this method returns.
     *
     * @param input any object that can be written as JSON, or {@link Json}
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if the input or an option is refused,
     *     {@link ErrorCode#WORKFLOW_UNKNOWN} if the workflow or the version is not deployed, {@link ErrorCode#CONFLICT}
     *     if the key was used for another start, {@link ErrorCode#OVERLOADED} if the engine has too much to do: nothing
     *     was stored. With any other code the execution may have been stored. Start again with the same key: at once
     *     after {@link ErrorCode#STORE_UNAVAILABLE} or {@link ErrorCode#TIMED_OUT}, on another engine after
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
     * Sends a signal to the open execution of a key. If there is none, starts an execution that has received the signal
     * before its first step begins. Each of the two is one transaction: the new execution never exists without the
     * signal, and exactly one execution gets it.
     *
     * <pre>{@code
     * reeve.signalWithStart(
     *         "cart",
     *         customer,
     *         Start.key("cart-17").keyPolicy(KeyPolicy.RETURN_OPEN),
     *         Signal.of("item_added", item).withId(message.id()));
     * }</pre>
     *
     * <p>An open execution of the key receives the signal. Its version and input do not matter. If the newest execution
     * of the key has ended, {@link KeyPolicy#RETURN_OPEN} starts another one, and {@link KeyPolicy#RETURN} refuses the
     * call. A signal with an id that this execution has taken before its end is not sent again: the call returns the
     * execution. If other executions of the key have followed, that holds for ten minutes after its end, and for the
     * 100 executions before the newest one; later a repetition counts again. Without an id, only the newest execution
     * is asked, and the {@link Start#request} and the data must be the same.
     *
     * <p>The definition of the execution decides about the signal. For a new execution that is the version of {@code
     * how}, and nothing is stored if it refuses the input or the signal. Data that matches its schema, but gives no
     * time to a first step with {@code updateOn}, has no effect.
     *
     * @param input for a new execution: any object that can be written as JSON, or {@link Json}
     * @param how with a key, and with the policy {@link KeyPolicy#RETURN} or {@link KeyPolicy#RETURN_OPEN}
     * @return the execution that has the signal
     * @throws ReeveException as {@link #start(String, Object, Start)} and {@link Execution#signal}; {@link
     *     ErrorCode#CONFLICT} if the key belongs to an execution of another workflow; {@link ErrorCode#REFUSED} if the
     *     execution has ended, or takes only signals for {@code finally} any more; {@link ErrorCode#OVERLOADED} also if
     *     executions of the key began and ended at each of 1,000 tries: nothing was stored. With {@link
     *     ErrorCode#STORE_UNAVAILABLE} or {@link ErrorCode#TIMED_OUT} the signal may have been stored: repeat the call
     *     with the id of the signal
     */
    Execution signalWithStart(String workflow, Object input, Start how, Signal signal);

    /**
     * Asynchronous {@link #signalWithStart}, as {@link #startAsync}. Cancelling the future ends the tries. The one that
     * is under way may still have its effect.
     *
     * @throws ReeveException as above, for errors that are known at once
     */
    CompletionStage<Execution> signalWithStartAsync(String workflow, Object input, Start how, Signal signal);

    /** As {@link #run(String, Object, Start, JobOptions)}, with {@link JobOptions#defaults()}. */
    Execution run(String action, Object input, Start how);

    /**
     * Runs one action as a durable job: an execution of one step, without a definition. The job is stored when this
     * method returns, and an agent that offers the action performs it, now or when one is there. Its result is the
     * result of the action.
     *
     * <pre>{@code
     * Receipt receipt = reeve.run("card.charge", charge, Start.key("order-17"))
     *         .await(Receipt.class, Duration.ofSeconds(30));
     * }</pre>
     *
     * <p>Everything that holds for an execution holds for a job. It is listed as the workflow
     * {@code reeve_job_card_charge}, with the step {@code run}. The first use of an action with other options stores a
     * definition, so use a few constant sets of options.
     *
     * @param action the name of the action
     * @param input any object that can be written as JSON, or {@link Json}
     * @param how the key, priority, labels, … of the job; without a version
     * @throws ReeveException as {@link #start(String, Object, Start)}; {@link ErrorCode#INVALID_INPUT} with all
     *     problems of the action's name and the options; {@link ErrorCode#CONFLICT} if the key was used for another
     *     action or input; {@link ErrorCode#REFUSED} if the action has {@value JobOptions#SETS_MAX} other sets of
     *     options; {@link ErrorCode#STORE_UNAVAILABLE} also if others store or remove definitions of the action at the
     *     same moment: start it again
     */
    Execution run(String action, Object input, Start how, JobOptions options);

    /**
     * Asynchronous {@link #run(String, Object, Start, JobOptions)}, as {@link #startAsync}. The first use of an action
     * with other options waits for the store.
     *
     * @throws ReeveException as above, for errors that are known at once
     */
    CompletionStage<Execution> runAsync(String action, Object input, Start how, JobOptions options);

    /** As {@link ReeveReader#check}. */
    MoveCheck check(Workflow workflow);

    /** Finds the execution with this id. */
    Optional<Execution> find(ExecutionId id);

    /** Finds the execution that was started with this key, the newest one if there are several. */
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
     * The same engine, with another actor, who is recorded for all changes through the returned handle and the objects
     * from it. Without this call the actor is {@link Actor#APPLICATION}. Closing either handle closes the engine.
     */
    Reeve actingAs(Actor actor);

    /** As {@link #actingAs(Actor)}, for the actor with this name. */
    default Reeve actingAs(String actor) {
        return actingAs(Actor.of(actor));
    }

    /**
     * The actor who is recorded for changes through this handle. A client of a server asks the server, which knows the
     * owner of the credentials.
     *
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the server does not answer
     */
    Actor actor();

    /**
     * The same engine, for another namespace. Each namespace has its own definitions, executions, keys, schedules,
     * agents, limits and paused actions. The returned handle and the objects from it use only what is in their
     * namespace, and treat all else as unknown. {@link #nodes} and {@link #health} are about the engine as a whole.
     *
     * <pre>{@code
     * Reeve billing = reeve.namespace("billing");
     * billing.deploy(Workflow.load(Path.of("invoice.yaml")));
     * billing.agent("invoices").action("invoice.send", Invoice.class, invoices::send).start();
     * billing.start("invoice", order, Start.key("order-123"));
     * }</pre>
     *
     * <p>A namespace exists as soon as a definition is deployed in it. Closing any of the handles closes the engine.
     *
     * @param namespace a small letter, then small letters, digits, {@code _} and {@code -}; at most 63 characters.
     *     Without this call it is {@code default}
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if it is not a valid name of a namespace
     */
    Reeve namespace(String namespace);

    /** The namespace of this handle. */
    String namespace();

    /** Repeated starts: registers, lists, pauses, resumes and deletes schedules. */
    ScheduleOperations schedules();

    /** The actions that agents offer: their status and incidents; pauses and resumes them. */
    ServiceOperations services();

    /** Operations on many executions, such as a whole group of the inbox. */
    BulkOperations bulk();

    /** Status messages that could not be delivered. */
    MessageOperations messages();

    /**
     * The nodes on this store, by name, this one included; one node if this engine owns the store alone.
     *
     * @throws ReeveException {@link ErrorCode#STORE_UNAVAILABLE} if the store does not answer
     */
    List<NodeStatus> nodes();

    /** Statistics, incidents, agents, and the check of the whole store. */
    EngineHealth health();

    /**
     * Stops handing out work, waits for the attempts under way, at most {@link NodeOptions#drain}, and closes the
     * store. Idempotent.
     */
    @Override
    void close();
}
