package dev.reeve.spi.store;

import dev.reeve.ScheduleChange;
import java.util.List;
import java.util.Optional;

/**
 * The schedules in a database. Thread-safe. The methods block, and throw {@link StoreException} if the database does
 * not answer.
 *
 * <p>No node owns a schedule. An update names the revision that it replaces, and fails if the schedule has changed
 * meanwhile. The execution id is computed from the nominal time, so no nominal time is started twice even so.
 */
public interface ScheduleStore {

    /** All schedules of a namespace, ordered by name. */
    List<ScheduleRow> list(String namespace);

    /** The schedule of this name; empty if there is none, or if it was deleted. */
    Optional<ScheduleRow> find(String namespace, String name);

    /**
     * Stores a schedule, unless the name is in use.
     *
     * @param row of revision 1
     * @return whether it was stored
     */
    boolean insert(ScheduleRow row);

    /**
     * Replaces a schedule by its next revision, unless it was changed or deleted meanwhile.
     *
     * @param row of the revision after the one to be replaced
     * @return whether it was replaced
     */
    boolean update(ScheduleRow row);

    /** As {@link #update(ScheduleRow)}, and records the change of a person if the schedule was replaced. */
    boolean update(ScheduleRow row, ScheduleChange change);

    /**
     * Deletes a schedule and records the change of a person. Executions that it started continue.
     *
     * @return whether it existed
     */
    boolean delete(ScheduleChange change);
}
