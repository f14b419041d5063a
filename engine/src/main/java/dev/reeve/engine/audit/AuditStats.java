package dev.reeve.engine.audit;

import java.time.Duration;

/**
 * What the auditor has done since the engine was opened.
 *
 * @param executions how many it has looked at, each time anew
 * @param passes how often it has been through the whole store
 * @param incidents how many rules of how many executions do not hold; beyond {@value Auditor#INCIDENTS_MAX} they are not counted
 *     any more
 * @param overdue by how much whatever was due was late at most, as the store tells it: an attempt, a wait, an execution, in
 *     the present pass and the one before
 */
public record AuditStats(long executions, long passes, int incidents, Duration overdue) {

    static final AuditStats NONE = new AuditStats(0, 0, 0, Duration.ZERO);
}
