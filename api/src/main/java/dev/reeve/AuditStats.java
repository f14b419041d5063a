package dev.reeve;

import java.time.Duration;

/**
 * Counters of the auditor since the engine was opened.
 *
 * @param executions number of checks of executions; an execution counts at each pass
 * @param passes number of complete passes through the store
 * @param incidents number of violated rules, counted for each execution, up to 1,000
 * @param overdue the longest delay of anything that was due, according to the store: an attempt, a wait, an execution;
 *     in the present pass and the one before
 */
public record AuditStats(long executions, long passes, int incidents, Duration overdue) {

    /** The counters of an auditor that has checked nothing. */
    public static final AuditStats NONE = new AuditStats(0, 0, 0, Duration.ZERO);
}
