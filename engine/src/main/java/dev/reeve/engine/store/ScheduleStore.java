package dev.reeve.engine.store;

import java.util.List;
import java.util.Optional;

/**
 * The schedules in a database. Thread-safe. The methods block, and throw {@link StoreException} if the database does not answer.
 *
 * <p>Nobody owns a schedule: whoever changes one says which revision they saw, and fails if somebody else was faster. That no
 * nominal time is started twice does not hang on it, but on the id of the execution, which is computed from that time.
 */
public interface ScheduleStore {

    /** All of a namespace, by name. */
    List<ScheduleRow> list(String namespace);

    Optional<ScheduleRow> find(String namespace, String name);

    /**
     * Keeps a schedule, unless there is one of this name already.
     *
     * @param row of revision 1
     * @return whether it was kept
     */
    boolean insert(ScheduleRow row);

    /**
     * Replaces a schedule by its next revision, unless it has been changed or deleted meanwhile.
     *
     * @param row of the revision after the one that is to be replaced
     * @return whether it was replaced
     */
    boolean update(ScheduleRow row);

    /** As {@link #update(ScheduleRow)}, by the word of a person, which is kept if it was replaced. */
    boolean update(ScheduleRow row, ScheduleChange change);

    /**
     * Forgets a schedule by the word of a person, which is kept; what it has started goes on.
     *
     * @return whether there was one
     */
    boolean delete(ScheduleChange change);
}
