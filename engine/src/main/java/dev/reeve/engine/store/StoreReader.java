package dev.reeve.engine.store;

import dev.reeve.core.ExecutionId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What can be read in a database that keeps executions, beside whoever runs them: nothing is taken over and nothing is
 * written. Thread-safe. The methods block, and throw {@link StoreException} if the database does not answer.
 */
public interface StoreReader extends AutoCloseable {

    /** The time of the store, which is the one that counts. */
    Instant now();

    /** All definitions of a namespace, by name and version. */
    List<StoredWorkflow> workflows(String namespace);

    /**
     * Whether a definition is there. Waits for a removal of it that is under way, so that the answer stays true if nobody begins another
     * one: a connection may have broken while the removal was committed.
     */
    default boolean isDeployed(String namespace, String name, int version) {
        return workflows(namespace).stream().anyMatch(known -> known.name().equals(name) && known.version() == version);
    }

    /** What is pinned to a version of a workflow; a start in a transaction that has not ended may count as open. */
    default Undeployment.Pinned pinned(String namespace, String name, int version) {
        return PinnedScan.of(this, namespace, name, version);
    }

    Optional<ExecutionRow> find(ExecutionId id);

    /**
     * Those of these that are there, each once, in any order. A store that answers over a network does so in one question.
     *
     * @param ids some thousands at most
     */
    default List<ExecutionRow> findAll(Set<ExecutionId> ids) {
        return together(
                () -> ids.stream().map(this::find).flatMap(Optional::stream).toList());
    }

    /** By the time of start and the id, the newest first. At most {@link ExecutionFilter#limit()} rows. */
    List<ExecutionRow> list(ExecutionFilter filter);

    /** The journal of one execution, in order; empty if there is no such execution. */
    List<JournalRow> history(ExecutionId id);

    /**
     * The journals of several executions, in this order, as many as are together no longer than allowed; that of the first one however
     * long it is. An execution that does not exist has an empty one.
     *
     * @param ids some hundreds at most
     * @param lengthMax how many characters the events may have
     */
    default Map<ExecutionId, List<JournalRow>> histories(List<ExecutionId> ids, long lengthMax) {
        return together(() -> {
            Map<ExecutionId, List<JournalRow>> journals = new LinkedHashMap<>();
            long room = lengthMax;
            for (ExecutionId id : ids) {
                List<JournalRow> journal = history(id);
                for (JournalRow row : journal) {
                    room -= row.events().length();
                }
                if (room < 0 && !journals.isEmpty()) {
                    break;
                }
                journals.put(id, journal);
                if (room <= 0) {
                    break;
                }
            }
            return journals;
        });
    }

    /**
     * The versions of workflows that have executions that have ended, by name and version. Costs as much as there are versions,
     * however many executions have ended, unless the store has no index.
     */
    default List<WorkflowVersion> endedVersions(String namespace) {
        return EndedScan.versions(this, namespace);
    }

    /** Ended executions of one version of a workflow, the oldest end first, at most {@link EndedFilter#limit()}. */
    default List<EndedExecution> ended(EndedFilter filter) {
        return EndedScan.page(this, filter);
    }

    /**
     * Does readings that follow each other, over one connection where a store has connections. They are no snapshot: each sees
     * what is committed when it is made.
     */
    default <T> T together(Supplier<T> readings) {
        return readings.get();
    }

    /** Messages that were given up, those that have waited longest first; of each execution the first one. */
    List<UndeliverableMessage> undeliverable(int limit);

    /** Which actions people have stopped, by action. */
    List<ServicePause> pauses();

    /** Actions that nobody offers although steps wait for them, as an engine on this store found last; by action. */
    default List<UnofferedAction> unoffered() {
        return List.of();
    }

    /** What people did about an action, the newest first, {@link ServiceChange#LISTED_MAX} at most. */
    List<ServiceChange> serviceChanges(String action);

    /** The schedules of a namespace, by name; none if this kind of store keeps none. */
    default List<ScheduleRow> schedules(String namespace) {
        return List.of();
    }

    /** What people did about schedules of this name, the newest first, {@link ScheduleChange#LISTED_MAX} at most. */
    default List<ScheduleChange> scheduleChanges(String namespace, String name) {
        return List.of();
    }

    /** Whether a node runs what is in this store, as far as the database can tell. For people, before they take it over. */
    default Occupancy occupancy() {
        return new Occupancy.Unknown("this kind of store cannot tell");
    }

    /** A few words about the database and where it is, for logs and errors; no secrets. */
    String describe();

    /** Gives everything back. */
    @Override
    void close();
}
