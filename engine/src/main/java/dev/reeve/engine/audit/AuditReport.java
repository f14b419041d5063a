package dev.reeve.engine.audit;

import java.util.List;

/**
 * What came of going through a whole store.
 *
 * @param executions how many were looked at
 * @param incidents the first {@value Auditor#INCIDENTS_MAX}; none if all is well
 */
public record AuditReport(long executions, List<Incident> incidents) {

    public AuditReport {
        incidents = List.copyOf(incidents);
    }

    /** Whether every rule holds of every execution. */
    public boolean isSound() {
        return incidents.isEmpty();
    }
}
