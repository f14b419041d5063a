package dev.reeve.internal.document;

import dev.reeve.ServiceIncident;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Actions that failed for all callers.
 *
 * @param incidents the oldest first
 */
public record ServiceIncidentListDocument(List<Incident> incidents) implements Document {

    /**
     * One action, from its first failure to its recovery.
     *
     * @param action the action
     * @param reason the failure
     * @param openedAt when it began
     * @param closedAt when it ended
     */
    public record Incident(
            String action,
            String reason,
            Instant openedAt,
            @Nullable Instant closedAt) implements Document {}

    public static ServiceIncidentListDocument of(List<ServiceIncident> incidents) {
        return new ServiceIncidentListDocument(incidents.stream()
                .map(it -> new Incident(it.action(), it.reason(), it.openedAt(), it.closedAt()))
                .toList());
    }

    public List<ServiceIncident> ofServices() {
        return incidents.stream()
                .map(it -> new ServiceIncident(it.action(), it.reason(), it.openedAt(), it.closedAt()))
                .toList();
    }
}
