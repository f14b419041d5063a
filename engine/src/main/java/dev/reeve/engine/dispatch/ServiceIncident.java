package dev.reeve.engine.dispatch;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A service that failed for everybody: from when its breaker opened until it was closed again, however often it was tried
 * meanwhile.
 *
 * @param why what was seen; nothing of any payload
 * @param openedAt by the store's clock
 * @param closedAt null while it lasts
 */
public record ServiceIncident(
        String action,
        String why,
        Instant openedAt,
        @Nullable Instant closedAt) {

    ServiceIncident closed(Instant at) {
        return new ServiceIncident(action, why, openedAt, at);
    }

    @Override
    public String toString() {
        return "action %s failed for everybody from %s %s: %s"
                .formatted(action, openedAt, closedAt == null ? "on" : "to " + closedAt, why);
    }
}
