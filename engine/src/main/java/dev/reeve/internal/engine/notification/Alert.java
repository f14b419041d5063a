package dev.reeve.internal.engine.notification;

import dev.reeve.ExecutionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that people must know about. Similar events are reported as one alert.
 *
 * @param group what the events have in common, such as the action and the fingerprint of the message
 * @param message of the first event
 * @param execution the execution of the first event; null if it has none
 * @param count number of events since the last alert of this group
 */
record Alert(
        AlertKind kind,
        String group,
        String message,
        @Nullable ExecutionId execution,
        int count,
        Instant firstAt,
        Instant lastAt) {

    Alert another(Instant at) {
        return new Alert(kind, group, message, execution, count + 1, firstAt, at);
    }

    @Override
    public String toString() {
        return "%s: %s%s%s"
                .formatted(
                        kind,
                        message,
                        execution == null ? "" : ", execution=" + execution,
                        count == 1 ? "" : " (%d like it since %s)".formatted(count, firstAt));
    }
}
