package dev.reeve.engine.audit;

import dev.reeve.engine.runtime.Limits;
import dev.reeve.engine.store.ExecutionFilter;
import java.time.Duration;

/**
 * The speed of the auditor: {@code pageSize} executions in each {@code interval}. A higher speed finds problems sooner
 * and puts more load on the database.
 *
 * @param pageSize number of executions per page, at most {@value ExecutionFilter#LIMIT_MAX}; 0 turns the auditor off
 * @param interval minimum time from the beginning of one page to that of the next
 */
public record AuditOptions(int pageSize, Duration interval) {

    /** A million executions in less than three hours. */
    public static final AuditOptions DEFAULT = new AuditOptions(100, Duration.ofSeconds(1));

    public static final AuditOptions OFF = new AuditOptions(0, Duration.ofSeconds(1));

    public AuditOptions {
        Limits.atLeast(0, "pageSize", pageSize);
        if (pageSize > ExecutionFilter.LIMIT_MAX) {
            throw Limits.invalid(
                    "pageSize: expected at most %d, found %d".formatted(ExecutionFilter.LIMIT_MAX, pageSize));
        }
        Limits.positive("interval", interval);
    }

    public boolean isOff() {
        return pageSize == 0;
    }
}
