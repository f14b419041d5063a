package dev.reeve;

import java.util.List;

/**
 * The result of checking a whole store.
 *
 * @param executions number of executions checked
 * @param incidents the first 1,000; empty if no rule is violated
 */
public record AuditReport(long executions, List<Incident> incidents) {

    public AuditReport {
        incidents = List.copyOf(incidents);
    }

    /** Whether every execution satisfies every rule. */
    public boolean isSound() {
        return incidents.isEmpty();
    }
}
