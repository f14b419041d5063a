package dev.reeve.internal.document;

import dev.reeve.ScheduleChange;
import dev.reeve.ServiceChange;
import java.time.Instant;
import java.util.Arrays;
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

    public List<ServiceChange> ofService() {
        return changes.stream()
                .map(it -> new ServiceChange(
                        name, kind(ServiceChange.Kind.values(), it.change()), it.actor(), it.reason(), it.at()))
                .toList();
    }

    /**
     * @param namespace of the schedule, which the document does not name
     */
    public List<ScheduleChange> ofSchedule(String namespace) {
        return changes.stream()
                .map(it -> new ScheduleChange(
                        namespace,
                        name,
                        kind(ScheduleChange.Kind.values(), it.change()),
                        it.actor(),
                        it.reason(),
                        it.at()))
                .toList();
    }

    private static <E extends Enum<E>> E kind(E[] all, String name) {
        return Arrays.stream(all)
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new MalformedDocumentException("not one of " + Arrays.toString(all)));
    }
}
