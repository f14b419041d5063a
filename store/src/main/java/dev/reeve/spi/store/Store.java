package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import dev.reeve.SchemaDataSource;
import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.UnofferedAction;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A database that keeps executions. Thread-safe. Every method but {@link #join} may be called by any thread. The
 * methods block, and throw {@link StoreException} if the database does not answer.
 *
 * <p>Executions are written through a {@link LaneStore}, except for the first rows written by {@link #enlist}.
 */
public interface Store extends StoreReader {

    /**
     * Makes {@code node} the owner of all shards and fences every previous owner. After this returns, no transaction of
     * a previous owner can commit any more, not even one that is under way.
     *
     * <p>Lane {@code i} of {@code n} owns the shards {@code s} with {@code s % n == i}.
     *
     * @param lanes number of lanes, 1 to {@link #lanesMax()}
     * @return the lanes, in order
     */
    List<LaneStore> join(NodeId node, int lanes);

    /**
     * The access to a store that several nodes share.
     *
     * @throws StoreException {@link StoreException.Kind#DATA} if this kind of store belongs to one node at a time
     */
    default ClusterStore cluster() {
        throw new StoreException(
                StoreException.Kind.DATA,
                "%s belongs to one engine at a time: several engines can share PostgreSQL".formatted(describe()),
                null);
    }

    /** Whether engines share this kind of store unless their options say otherwise. */
    default boolean isShared() {
        return false;
    }

    /** The schema of the database in which the store is; the default for a store without schemas. */
    default String schema() {
        return SchemaDataSource.DEFAULT;
    }

    /** The largest useful number of lanes: more lanes would only wait for each other. */
    int lanesMax();

    /** The maximum number of lanes if the options name none; 1 to {@link #lanesMax()}. */
    default int lanesByDefault() {
        return lanesMax();
    }

    /**
     * Stores a definition, unless the same (namespace, name, version) exists. From the first definition in a namespace
     * other than the default one on, only releases that know {@link StoreFormat#NAMESPACES} can use the store.
     *
     * @return what is stored now: the given definition, or the existing one
     * @throws StoreException {@link StoreException.Kind#DATA} if an engine of a release without namespaces uses it
     */
    StoredWorkflow deploy(StoredWorkflow workflow);

    /**
     * Stores a definition as {@link #deploy(StoredWorkflow)} does, and changes a schedule. Both or neither, if the
     * store has transactions. Changes nothing if a definition with other content is stored.
     *
     * @return what is stored now; empty if the schedule was changed meanwhile, so that nothing was stored
     */
    default Optional<StoredWorkflow> deploy(StoredWorkflow workflow, ScheduleEdit edit) {
        Optional<StoredWorkflow> other = workflows(workflow.namespace()).stream()
                .filter(known -> known.name().equals(workflow.name())
                        && known.version() == workflow.version()
                        && !known.content().equals(workflow.content()))
                .findAny();
        if (other.isPresent()) {
            return other;
        }
        return edit.applyTo(scheduling()) ? Optional.of(deploy(workflow)) : Optional.empty();
    }

    /**
     * Removes a definition and records the actor, unless an open or ended execution is pinned to it. Works in one
     * transaction, only while the node that joined last through this store is still the owner. Callers who write starts
     * into their own transactions wait for it. The caller ensures that its lanes start nothing of this version any
     * more.
     *
     * @return what is pinned to it; if nothing is, the definition is removed
     * @throws StoreException if it is not known whether the definition is removed; {@link #isDeployed} tells
     */
    default Undeployment.Pinned undeploy(Undeployment undeployment) {
        throw new StoreException(
                StoreException.Kind.DATA, "%s does not remove definitions".formatted(describe()), null);
    }

    /**
     * Writes a new execution, its first journal row and its messages on the caller's connection, as part of the
     * caller's transaction. They are stored when that transaction commits, or never. This is the only write that
     * bypasses the lanes. The primary keys keep it from conflicting with them.
     *
     * @return empty if it was written, otherwise the existing execution with this id
     * @throws StoreException {@link StoreException.Kind#DATA} if the connection does not lead to this store, the
     *     definition was removed, or this kind of store has no such transactions;
     *     {@link StoreException.Kind#UNAVAILABLE} if the transaction does not see the definition because its snapshot
     *     is older
     */
    default Optional<ExecutionRow> enlist(
            Connection connection, ExecutionRow execution, JournalRow first, List<OutboxRow> messages) {
        throw noTransactionsOfOthers();
    }

    /**
     * Checks that a connection is in a transaction that {@link #enlist} can write to. Sends no statement, because the
     * first one may decide what the transaction sees.
     *
     * @throws StoreException {@link StoreException.Kind#DATA} if it is in none, or this kind of store has no such
     *     transactions
     */
    default void checkEnlisting(Connection connection) {
        throw noTransactionsOfOthers();
    }

    /**
     * Allows agents to store outputs in their own transactions. From then on only releases that know
     * {@link StoreFormat#PERMITS} can use the store.
     *
     * @throws StoreException {@link StoreException.Kind#DATA} if this kind of store has no such transactions, or an
     *     engine of an older release uses it
     */
    default void allowPermits() {
        throw new StoreException(
                StoreException.Kind.DATA,
                "%s has one writer, so an agent cannot store an output in its own transaction: use PostgreSQL, or remove 'transactional' and use the idempotency key"
                        .formatted(describe()),
                null);
    }

    /**
     * Allows a key to begin an execution after another one. From then on only releases that know
     * {@link StoreFormat#SUCCESSIONS} can use the store.
     *
     * @throws StoreException {@link StoreException.Kind#DATA} if an engine of an older release uses it
     */
    default void allowSuccessions() {}

    /**
     * Allows definitions with words that the first language did not have, and what their executions record. From then
     * on only releases that know {@link StoreFormat#LANGUAGE} can use the store.
     *
     * @throws StoreException {@link StoreException.Kind#DATA} if an engine of an older release uses it
     */
    default void allowLanguage() {}

    private StoreException noTransactionsOfOthers() {
        return new StoreException(
                StoreException.Kind.DATA,
                "%s cannot take part in transactions of others: start without a connection, after your commit and with a key"
                        .formatted(describe()),
                null);
    }

    /** The requests that callers store in their own transactions; empty if there is no way to do that. */
    default Optional<RequestStore> requests() {
        return Optional.empty();
    }

    /** The messages to receivers. */
    Outbox outbox();

    /**
     * Pauses an action and records that change, unless the action is paused already. Here and in the other methods an
     * action is named with its namespace, as in {@code billing/payment.charge}; in the default namespace it is the
     * action alone.
     *
     * @return what is stored now: the given pause, or the existing one
     */
    ServicePause pause(ServicePause pause);

    /**
     * Resumes an action, if it is paused, and records the change.
     *
     * @param change of {@link ServiceChange.Kind#RESUMED}
     */
    void resume(ServiceChange change);

    /**
     * The access to the schedules.
     *
     * @throws StoreException {@link StoreException.Kind#DATA} if this kind of store keeps no schedules
     */
    default ScheduleStore scheduling() {
        throw new StoreException(StoreException.Kind.DATA, "%s keeps no schedules".formatted(describe()), null);
    }

    /**
     * Removes executions with their journals. Keeps those that have not ended, and those with undelivered messages.
     *
     * @return how many were removed
     */
    int remove(List<ExecutionId> ended);

    /**
     * Removes archived executions: all of them, or none. Writes the receipt for their archive file in the same
     * transaction, so the receipt shows from then on that this file is the valid one.
     *
     * @param receipt names the archive file
     * @return false if nothing was removed, because one of them is missing, is open, or has undelivered messages
     * @throws StoreException if it is not known whether they were removed; {@link #hasReceipt} tells later
     */
    default boolean removeArchived(List<ExecutionId> ended, String receipt) {
        throw new StoreException(StoreException.Kind.DATA, "%s keeps no receipts".formatted(describe()), null);
    }

    /** Whether the executions in this archive file were removed by {@link #removeArchived}. */
    default boolean hasReceipt(String receipt) {
        throw new StoreException(StoreException.Kind.DATA, "%s keeps no receipts".formatted(describe()), null);
    }

    /**
     * Whether all of these executions are in the store, and no removal of them is under way. Waits for a removal under
     * way: it may belong to a process or a connection that ended without learning the outcome.
     *
     * @throws StoreException if that removal does not end soon, so that the answer is not known yet
     */
    boolean areKept(List<ExecutionId> ids);

    /** Deletes a receipt that its archive file does not need any more. */
    default void dropReceipt(String receipt) {
        throw new StoreException(StoreException.Kind.DATA, "%s keeps no receipts".formatted(describe()), null);
    }

    /** How long one removal should take at most, so that the lanes do not wait for it. A goal, not a limit. */
    default Duration removalGoal() {
        return Duration.ofMillis(50);
    }

    /** The maximum share of its time that a remover may spend on removing; from 0 to 1, exclusive. */
    default double removalShareMax() {
        return 0.9;
    }

    /** Releases all resources. The lanes must not be used any more. */
    @Override
    void close();

    /**
     * Adds to the result of {@link #unoffered}, or replaces those of the same action, and removes others. Best effort:
     * an engine calls it again after every change, and every minute.
     *
     * @param actions ordered by action
     * @param over names of actions to remove; none of {@code actions}
     */
    default void keepUnoffered(List<UnofferedAction> actions, Set<String> over) {}
}
