package dev.reeve.engine.audit;

import dev.reeve.engine.runtime.Limits;
import dev.reeve.engine.store.ExecutionFilter;
import java.time.Duration;

/**
 * How fast the auditor goes through the store: {@code pageSize} executions in each {@code interval}. Faster finds trouble
 * sooner and asks more of the database.
 *
 * @param pageSize how many executions it looks at in one go, at most {@value ExecutionFilter#LIMIT_MAX}; 0 to do without it
 * @param interval from the beginning of one page to that of the next, at least
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
