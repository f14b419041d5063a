package dev.reeve;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A period in which a service failed for all its callers: from when its breaker opened until it closed. Unsuccessful
 * trials in between do not split the incident.
 *
 * @param action as workflows name it
 * @param reason the observed failures; contains nothing of any payload
 * @param openedAt by the store's clock
 * @param closedAt null while the incident lasts
 */
public record ServiceIncident(
        String action,
        String reason,
        Instant openedAt,
        @Nullable Instant closedAt) {

    @Override
    public String toString() {
        return "action %s failed for all callers from %s %s: %s"
                .formatted(action, openedAt, closedAt == null ? "on" : "to " + closedAt, reason);
    }
}
