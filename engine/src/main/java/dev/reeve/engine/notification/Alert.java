package dev.reeve.engine.notification;

import dev.reeve.core.ExecutionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that people must know of, told once for all that are alike.
 *
 * @param group what all of them have in common, such as the action and the fingerprint of the message
 * @param message of the first one
 * @param execution that the first one is about; null if it is about none
 * @param count how many there have been since the last time that this was told
 */
public record Alert(
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
