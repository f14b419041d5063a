package dev.reeve.spi.store;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Occupancy;
import dev.reeve.ScheduleChange;
import dev.reeve.ServiceChange;
import dev.reeve.ServicePause;
import dev.reeve.UndeliverableMessage;
import dev.reeve.UnofferedAction;
import dev.reeve.internal.values.Namespaces;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Read-only access to a store, also while an engine runs on it. Takes nothing over and writes nothing. Thread-safe. The
 * methods block, and throw {@link StoreException} if the database does not answer.
 */
public interface StoreReader extends AutoCloseable {

    /** The time of the store, which all nodes use. */
    Instant now();

    /** The time of the store, and what else a node reads again and again. */
    default Pulse pulse() {
        return new Pulse(now(), 0, pauses(), false);
    }

    /**
     * The definitions of all namespaces that were deployed since {@link Pulse#deployments} had this value. May contain
     * others.
     */
    default List<StoredWorkflow> newWorkflows(long after) {
        return namespaces().stream()
                .flatMap(namespace -> workflows(namespace).stream())
                .toList();
    }

    /** The namespaces with definitions, in the order of their names. An execution exists only in one of these. */
    default List<String> namespaces() {
        return List.of(Namespaces.DEFAULT);
    }

    /** All definitions of a namespace, ordered by name and version. */
    List<StoredWorkflow> workflows(String namespace);

    /** The highest version of a workflow that is stored; empty if none is. */
    default OptionalInt highestVersion(String namespace, String name) {
        return workflows(namespace).stream()
                .filter(known -> known.name().equals(name))
                .mapToInt(StoredWorkflow::version)
                .max();
    }

    /**
     * Whether a definition is stored. Waits for a removal that is under way, because a connection may have broken while
     * that removal was committed. So the answer stays true unless another removal begins.
     */
    default boolean isDeployed(String namespace, String name, int version) {
        return workflows(namespace).stream().anyMatch(known -> known.name().equals(name) && known.version() == version);
    }

    /**
     * The number of executions pinned to a version of a workflow, and to its groups, whose names begin with that of the
     * workflow and a dot. A start in a transaction that has not ended may count as open.
     */
    default Undeployment.Pinned pinned(String namespace, String name, int version) {
        return PinnedScan.of(this, namespace, name, version);
    }

    /**
     * The index entry of an execution, in any namespace.
     *
     * @return empty if the execution was never started, or was removed after its end
     */
    Optional<ExecutionRow> find(ExecutionId id);

    /**
     * The newest execution of a key; see {@link Succession}.
     *
     * @param id of one execution of the key, usually of the first one
     */
    Optional<ExecutionRow> newest(ExecutionId id);

    /**
     * Those of the given executions that exist, each once, in any order. A store behind a network uses one query.
     *
     * @param ids some thousands at most
     */
    default List<ExecutionRow> findAll(Set<ExecutionId> ids) {
        return ComposedReads.findAll(this, ids);
    }

    /**
     * Executions ordered by the time of their start and their id, the newest first. At most
     * {@link ExecutionFilter#limit()} rows.
     */
    List<ExecutionRow> list(ExecutionFilter filter);

    /** The journal of one execution, in order; empty if the execution does not exist. */
    List<JournalRow> history(ExecutionId id);

    /**
     * As {@link #history(ExecutionId)}, without the rows after the one with this number. A store that can leaves them
     * unread.
     *
     * @param last the number of the last row; a journal that is shorter is read to its end
     */
    default List<JournalRow> history(ExecutionId id, int last) {
        return history(id).stream().takeWhile(row -> row.seq() <= last).toList();
    }

    /**
     * The journals of several executions, in this order, up to the maximum length in total. The first one is always
     * included, even if it is longer. An execution that does not exist has an empty journal.
     *
     * @param ids some hundreds at most
     * @param lengthMax maximum length of the events, in characters
     */
    default Map<ExecutionId, List<JournalRow>> histories(List<ExecutionId> ids, long lengthMax) {
        return ComposedReads.histories(this, ids, lengthMax);
    }

    /**
     * The versions of workflows with ended executions, ordered by name and version. The cost depends on the number of
     * versions and not on the number of ended executions, unless the store has no index.
     */
    default List<WorkflowVersion> endedVersions(String namespace) {
        return ComposedReads.endedVersions(this, namespace);
    }

    /** Ended executions of one version of a workflow, the oldest end first, at most {@link EndedFilter#limit()}. */
    default List<EndedExecution> ended(EndedFilter filter) {
        return EndedScan.page(this, filter);
    }

    /**
     * Runs several reads on one connection, if the store has connections. They are not one snapshot: each read sees
     * what is committed at that time.
     */
    default <T> T together(Supplier<T> readings) {
        return readings.get();
    }

    /**
     * Attempts with a permit or a stored output, ordered by their text.
     *
     * @param after the text of the last token of the previous page; empty for the first page
     */
    default List<AttemptToken> permits(String after, int limit) {
        return List.of();
    }

    /** Messages that were given up, those that have waited longest first. Of each execution only the first one. */
    List<UndeliverableMessage> undeliverable(int limit);

    /** The paused actions, ordered by action. */
    List<ServicePause> pauses();

    /**
     * Actions that no agent offers although steps wait for them, as the last engine on this store found; ordered by
     * action.
     */
    default List<UnofferedAction> unoffered() {
        return List.of();
    }

    /** The changes that people made to an action, the newest first, at most {@link ServiceChange#LISTED_MAX}. */
    List<ServiceChange> serviceChanges(String action);

    /** The schedules of a namespace, ordered by name; empty if this kind of store keeps none. */
    default List<ScheduleRow> schedules(String namespace) {
        return List.of();
    }

    /**
     * The changes that people made to schedules of this name, the newest first, at most
     * {@link ScheduleChange#LISTED_MAX}.
     */
    default List<ScheduleChange> scheduleChanges(String namespace, String name) {
        return List.of();
    }

    /**
     * Whether a node runs the executions in this store, as far as the database can tell. For people, before they take
     * it over.
     */
    default Occupancy occupancy() {
        return new Occupancy.Unknown("this kind of store cannot tell");
    }

    /** The registered nodes, ordered by their ids; empty if this kind of store registers none. */
    default List<NodeRow> nodes() {
        return List.of();
    }

    /** Whether every node that runs this store is in {@link #nodes}, also one that owns it alone. */
    default boolean registersNodes() {
        return false;
    }

    /** A short description of the database and its location, for logs and errors. Contains no secrets. */
    String describe();

    /** Releases all resources. */
    @Override
    void close();
}
