package dev.reeve.spi.store;

import dev.reeve.ScheduleChange;

/** A change of a schedule that is made together with the deployment of a definition. */
public sealed interface ScheduleEdit {

    /**
     * Stores a schedule.
     *
     * @param row of revision 1, unless it replaces the revision before
     */
    record Put(ScheduleRow row) implements ScheduleEdit {}

    /**
     * Deletes a schedule and records the change.
     *
     * @param change of {@link ScheduleChange.Kind#DELETED}; names the schedule
     */
    record Delete(ScheduleChange change) implements ScheduleEdit {}

    /**
     * Makes the change.
     *
     * @return whether it was made; false if the schedule was created, changed or deleted meanwhile
     */
    default boolean applyTo(ScheduleStore store) {
        return switch (this) {
            case Put put -> put.row().revision() == 1 ? store.insert(put.row()) : store.update(put.row());
            case Delete delete -> store.delete(delete.change());
        };
    }
}
