package dev.reeve.engine.store;

import dev.reeve.core.ExecutionId;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A database that keeps executions. Thread-safe. Every method but {@link #join} may be called by any thread; they block,
 * and throw {@link StoreException} if the database does not answer.
 *
 * <p>Writes to executions go through a {@link LaneStore} (R10), but for the first ones in {@link #enlist}.
 */
public interface Store extends StoreReader {

    /**
     * Makes {@code node} the owner of all shards, fencing every node that owned one before: after this returns, no
     * transaction of theirs can commit any more, not even one that is under way.
     *
     * <p>Lane {@code i} of {@code n} owns the shards {@code s} with {@code s % n == i}.
     *
     * @param lanes how many; from 1 to {@link #lanesMax()}
     * @return the lanes, in order
     */
    List<LaneStore> join(NodeId node, int lanes);

    /** How many lanes it makes sense to run: more would only wait for each other. */
    int lanesMax();

    /** How many lanes to run at most if nobody asks for a number; from 1 to {@link #lanesMax()}. */
    default int lanesByDefault() {
        return lanesMax();
    }

    /**
     * Keeps a definition unless the same (namespace, name, version) is there already.
     *
     * @return what is stored now: the given definition, or the one that was there before
     */
    StoredWorkflow deploy(StoredWorkflow workflow);

    /**
     * Removes a definition unless an execution is pinned to it, open or ended, and keeps who wanted it. In one transaction, for
     * which those wait who write starts into transactions of their own; and only while the node that joined last through this
     * store is still the owner. The caller sees to it that its lanes start nothing of this version any more.
     *
     * @return what is pinned to it; if that is nothing, the definition is gone
     * @throws StoreException if nobody knows whether it is gone; {@link #isDeployed} tells
     */
    default Undeployment.Pinned undeploy(Undeployment undeployment) {
        throw new StoreException(
                StoreException.Kind.DATA, "%s does not remove definitions".formatted(describe()), null);
    }

    /**
     * Writes a new execution, its first journal row and what is to be told of it on a connection of the caller's, as part of whatever transaction that
     * is in: they are there as soon as it commits, or never (S3). The one way into the store beside the lanes; the primary
     * keys keep the two apart.
     *
     * @return empty if it was written; else the execution that is there already under this id
     * @throws StoreException {@link StoreException.Kind#DATA} if the connection does not lead to this store, or this kind of
     *     store has no such transactions
     */
    default Optional<ExecutionRow> enlist(
            Connection connection, ExecutionRow execution, JournalRow first, List<OutboxRow> messages) {
        throw new StoreException(
                StoreException.Kind.DATA,
                "%s cannot take part in transactions of others: start without a connection, after your commit and with a key"
                        .formatted(describe()),
                null);
    }

    /** What is to be told to receivers. */
    Outbox outbox();

    /**
     * Keeps a person's word that an action is not to be called, unless there is one for this action already; and that they gave it.
     *
     * @return what is stored now: the given word, or the one that was there before
     */
    ServicePause pause(ServicePause pause);

    /**
     * Forgets the word about an action, if there is one, and keeps who had it called again.
     *
     * @param change of {@link ServiceChange.Kind#RESUMED}
     */
    void resume(ServiceChange change);

    /**
     * Where schedules are changed.
     *
     * @throws StoreException {@link StoreException.Kind#DATA} if this kind of store keeps none
     */
    default ScheduleStore scheduling() {
        throw new StoreException(StoreException.Kind.DATA, "%s keeps no schedules".formatted(describe()), null);
    }

    /**
     * Removes executions with their journals. Those that have not ended, and those of which somebody is still to be told, stay.
     *
     * @return how many are gone
     */
    int remove(List<ExecutionId> ended);

    /**
     * Removes executions that were archived: all of them, with a receipt for their archive file, or none. The receipt is written in
     * the same transaction, so it tells for ever whether this file is the one that counts.
     *
     * @param receipt names the archive file
     * @return false if nothing was removed, because one of them is gone, is open, or has messages that are not delivered
     * @throws StoreException if nobody knows whether they were removed; {@link #hasReceipt} tells later
     */
    default boolean removeArchived(List<ExecutionId> ended, String receipt) {
        throw new StoreException(StoreException.Kind.DATA, "%s keeps no receipts".formatted(describe()), null);
    }

    /** Whether the executions in this archive file were removed by {@link #removeArchived}. */
    default boolean hasReceipt(String receipt) {
        throw new StoreException(StoreException.Kind.DATA, "%s keeps no receipts".formatted(describe()), null);
    }

    /**
     * Whether all of these executions are in the store, and no removal of them is under way. Waits for one that is: it may be of a
     * process or a connection that has ended without hearing how it went.
     *
     * @throws StoreException if it does not end soon; nobody knows yet then
     */
    boolean areKept(List<ExecutionId> ids);

    /** Forgets a receipt: the archive file does not need it any more. */
    default void dropReceipt(String receipt) {
        throw new StoreException(StoreException.Kind.DATA, "%s keeps no receipts".formatted(describe()), null);
    }

    /**
     * How long one removal should take at most, so that the lanes do not wait for it. A goal, not a limit.
     */
    default Duration removalGoal() {
        return Duration.ofMillis(50);
    }

    /** Which part of its time whoever removes may spend on removing at most; from 0 to 1, exclusive. */
    default double removalShareMax() {
        return 0.9;
    }

    /** Gives everything back. The lanes must not be used any more. */
    @Override
    void close();

    /** From now on {@link #unoffered} says exactly this. Best effort: an engine says it again whenever it changes. */
    default void keepUnoffered(List<UnofferedAction> actions) {}
}
