package dev.reeve;

import dev.reeve.internal.values.OptionChecks;
import java.time.Duration;

/**
 * The speed of the auditor: {@code pageSize} executions in each {@code interval}. A higher speed finds problems sooner
 * and puts more load on the database. From the beginning of one pass through the store to that of the next at least ten
 * intervals pass.
 *
 * @param pageSize number of executions per page, at most {@value #PAGE_SIZE_MAX} (default 100); 0 turns the auditor off
 * @param interval minimum time from the beginning of one page to that of the next (default 1 second)
 */
public record AuditOptions(int pageSize, Duration interval) {

    /** The maximum page size. */
    public static final int PAGE_SIZE_MAX = 1_000;

    private static final AuditOptions DEFAULTS = new AuditOptions(100, Duration.ofSeconds(1));

    /** No auditor. */
    public static final AuditOptions OFF = new AuditOptions(0, Duration.ofSeconds(1));

    public AuditOptions {
        OptionChecks.atLeast(0, "pageSize", pageSize);
        if (pageSize > PAGE_SIZE_MAX) {
            throw OptionChecks.invalid("pageSize: expected at most %d, found %d".formatted(PAGE_SIZE_MAX, pageSize));
        }
        OptionChecks.positive("interval", interval);
    }

    /** A million executions in less than three hours. */
    public static AuditOptions defaults() {
        return DEFAULTS;
    }

    /** Whether the auditor is switched off. */
    public boolean isOff() {
        return pageSize == 0;
    }

    /** Sets the number of executions in one page; 0 switches the auditor off. */
    public AuditOptions withPageSize(int other) {
        return new AuditOptions(other, interval);
    }

    /** Sets the minimum time from the beginning of one page to that of the next. */
    public AuditOptions withInterval(Duration other) {
        return new AuditOptions(pageSize, other);
    }
}
