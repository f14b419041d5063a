package dev.reeve.internal.document;

import dev.reeve.ScheduleChange;
import dev.reeve.ServiceChange;
import java.time.Instant;
import java.util.List;

/**
 * The changes of an action or a schedule by people.
 *
 * @param name the action or the schedule
 * @param changes the newest first
 */
public record ChangeListDocument(String name, List<Change> changes) implements Document {

    /**
     * A change.
     *
     * @param change PAUSED, RESUMED or DELETED
     * @param actor the actor
     * @param reason why
     * @param at when
     */
    public record Change(String change, String actor, String reason, Instant at) implements Document {}

    public static ChangeListDocument ofService(String action, List<ServiceChange> changes) {
        return new ChangeListDocument(
                action,
                changes.stream()
                        .map(it -> new Change(it.kind().name(), it.actor(), it.reason(), it.at()))
                        .toList());
    }

    public static ChangeListDocument ofSchedule(String schedule, List<ScheduleChange> changes) {
        return new ChangeListDocument(
                schedule,
                changes.stream()
                        .map(it -> new Change(it.kind().name(), it.actor(), it.reason(), it.at()))
                        .toList());
    }
}
