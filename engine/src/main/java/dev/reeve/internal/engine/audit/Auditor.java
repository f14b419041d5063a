package dev.reeve.internal.engine.audit;

import dev.reeve.AuditOptions;
import dev.reeve.AuditReport;
import dev.reeve.AuditStats;
import dev.reeve.Incident;
import dev.reeve.Rule;
import dev.reeve.internal.engine.audit.Inspector.Glance;
import dev.reeve.internal.engine.audit.Inspector.Suspicion;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes through the store continuously, a page of executions at a time, and checks every {@link Rule} on each. It
 * verifies the guarantees of the lanes and the supervisor in the stored data, independently of their state in memory. A
 * violation that is found twice, a page apart, is an {@link Incident}: it is logged once, counted and kept. A schedule
 * that is long overdue is an incident too.
 *
 * <p>{@link AuditOptions} bound its cost. It holds the rows of one page and the journal of one execution in memory. A
 * turn checks {@value #TURN_MAX} executions. The auditor changes nothing. It reports nothing while the store does not
 * answer.
 *
 * <p>{@link #runOnce} may be called by one thread, the other methods by any.
 */
public final class Auditor {

    private static final Logger LOG = LoggerFactory.getLogger(Auditor.class);

    /** Number of tries for an execution that cannot be read, before the auditor goes on to the others. */
    private static final int TRIES_MAX = 3;

    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(5);

    private static final int WHOLE_PAGE_SIZE = 100;

    /** Number of executions checked in one turn. Their reads share a connection. */
    private static final int TURN_MAX = 25;

    /** A pass takes at least as many intervals, so a small store is not read all the time. */
    private static final int PASS_INTERVALS = 10;

    private final StoreReader store;
    private final Clock clock;
    private final AuditOptions options;
    private final Versions versions;
    private final Inspector inspector;
    private final OverdueSchedules schedules;
    private final LeakedPermits permits;
    private final Incidents incidents = new Incidents();
    private final Deque<ExecutionRow> page = new ArrayDeque<>();

    /** Suspicions from the previous page. They are checked again before this page. */
    private final Deque<Suspicion> suspicions = new ArrayDeque<>();

    /** Suspicions from this page. */
    private final List<Suspicion> suspected = new ArrayList<>();

    private Walk walk;
    private long nextPageNanos;
    private long nextPassNanos;
    private int failures;
    private long executions;
    private long passes;
    private Duration overdueNow = Duration.ZERO;
    private Duration overdueBefore = Duration.ZERO;
    private volatile AuditStats stats = AuditStats.NONE;
    private volatile Consumer<Incident> found = incident -> {};

    /** For a store that no engine has open. */
    Auditor(StoreReader store, Clock clock, AuditOptions options) {
        this(store, KnownDefinitions.NONE, clock, options);
    }

    /**
     * @param definitions the engine's compiled definitions; what the store holds takes precedence
     * @param clock the store's
     */
    public Auditor(StoreReader store, KnownDefinitions definitions, Clock clock, AuditOptions options) {
        this.store = store;
        this.clock = clock;
        this.options = options;
        this.versions = new Versions(store, definitions);
        this.inspector = new Inspector(store, versions);
        this.schedules = new OverdueSchedules(store, clock);
        this.permits = new LeakedPermits(store);
        this.walk = new Walk(store);
        this.nextPageNanos = clock.nanos() + options.interval().toNanos();
    }

    /**
     * Goes through a store once, at full speed. Works with or without a running engine.
     *
     * @param progress receives the number of executions checked so far, from time to time
     * @throws StoreException if the store does not answer
     */
    public static AuditReport whole(StoreReader store, LongConsumer progress) {
        return store.together(() -> throughAll(store, progress));
    }

    private static AuditReport throughAll(StoreReader store, LongConsumer progress) {
        Versions versions = new Versions(store, KnownDefinitions.NONE);
        Inspector inspector = new Inspector(store, versions);
        Incidents incidents = new Incidents();
        Walk walk = new Walk(store);
        long executions = 0;
        List<ExecutionRow> page = walk.next(WHOLE_PAGE_SIZE);
        while (!page.isEmpty()) {
            versions.mayLook();
            List<Suspicion> suspected = new ArrayList<>();
            for (ExecutionRow row : page) {
                Suspicion suspicion = inspector.glance(row).suspicion();
                if (suspicion != null) {
                    suspected.add(suspicion);
                }
            }
            versions.mayLook();
            for (Suspicion suspicion : suspected) {
                for (Breach finding : inspector.confirm(suspicion)) {
                    incidents.add(finding.of(suspicion.execution(), store.now()));
                }
            }
            executions += page.size();
            progress.accept(executions);
            page = walk.next(WHOLE_PAGE_SIZE);
        }
        LeakedPermits permits = new LeakedPermits(store);
        do {
            permits.look().forEach((id, finding) -> incidents.add(finding.of(id, store.now())));
        } while (!permits.isAtBeginning());
        return new AuditReport(executions, incidents.all());
    }

    /** The first {@value #Incidents.MAX} incidents, the oldest first; one for each execution and rule. */
    public List<Incident> incidents() {
        return incidents.all();
    }

    /** Sets a callback that receives each incident once. It must be cheap. */
    public void onIncident(Consumer<Incident> action) {
        found = action;
    }

    public AuditStats stats() {
        return stats;
    }

    /**
     * Runs one turn.
     *
     * @return how long to rest, in nanoseconds; 0 to continue at once
     */
    public long runOnce() {
        try {
            long rest = restNanos();
            if (rest == 0) {
                store.together(this::turn);
            }
            failures = 0;
            return rest;
        } catch (StoreException e) {
            return failed(e);
        }
    }

    private long restNanos() {
        return suspicions.isEmpty() && page.isEmpty() ? Math.max(0, nextPageNanos - clock.nanos()) : 0;
    }

    private int turn() {
        int looks = 0;
        while (looks < TURN_MAX && restNanos() == 0) {
            look();
            looks++;
        }
        return looks;
    }

    private void look() {
        Suspicion suspicion = suspicions.poll();
        ExecutionRow row = suspicion == null ? page.poll() : null;
        if (suspicion != null) {
            confirm(suspicion);
        } else if (row != null) {
            check(row);
        } else {
            turnPage();
        }
    }

    private void turnPage() {
        if (walk.isAtBeginning()) {
            nextPassNanos = clock.nanos() + PASS_INTERVALS * options.interval().toNanos();
            versions.refresh();
        }
        schedules.look().forEach((name, finding) -> report(finding.of(name, clock.now())));
        permits.look().forEach((id, finding) -> report(finding.of(id, clock.now())));
        List<ExecutionRow> rows = walk.next(options.pageSize());
        nextPageNanos = clock.nanos() + options.interval().toNanos();
        versions.mayLook();
        suspicions.addAll(suspected);
        suspected.clear();
        page.addAll(rows);
        if (rows.isEmpty()) {
            walk = new Walk(store);
            nextPageNanos = Math.max(nextPageNanos, nextPassNanos);
            overdueBefore = overdueNow;
            overdueNow = Duration.ZERO;
            passes++;
            publish();
        }
    }

    private void check(ExecutionRow row) {
        try {
            Glance glance = inspector.glance(row);
            Suspicion suspicion = glance.suspicion();
            if (suspicion != null) {
                suspected.add(suspicion);
            }
            measure(glance.due());
            executions++;
            publish();
        } catch (StoreException e) {
            if (isTriedAgain()) {
                page.addFirst(row);
            }
            throw e;
        }
    }

    private void measure(@Nullable Instant due) {
        Instant now = clock.now();
        if (due != null && due.isBefore(now)) {
            Duration overdue = Duration.between(due, now);
            overdueNow = overdue.compareTo(overdueNow) > 0 ? overdue : overdueNow;
        }
    }

    private void confirm(Suspicion suspicion) {
        try {
            inspector.confirm(suspicion).forEach(finding -> report(finding.of(suspicion.execution(), clock.now())));
            publish();
        } catch (StoreException e) {
            if (isTriedAgain()) {
                suspicions.addFirst(suspicion);
            }
            throw e;
        }
    }

    private void report(Incident incident) {
        if (incidents.add(incident)) {
            found.accept(incident);
            LOG.error("{}; keep a copy of the store, and look at the history", incident);
            if (incidents.count() == Incidents.MAX) {
                LOG.error("there are {} incidents; further ones are not told any more", Incidents.MAX);
            }
        }
    }

    private void publish() {
        stats = new AuditStats(
                executions,
                passes,
                incidents.count(),
                overdueNow.compareTo(overdueBefore) > 0 ? overdueNow : overdueBefore);
    }

    private boolean isTriedAgain() {
        return (failures + 1) % TRIES_MAX != 0;
    }

    private long failed(StoreException e) {
        failures++;
        if (failures == 1) {
            LOG.warn("the auditor cannot read the store and reports nothing; retrying: {}", e.getMessage());
        } else {
            LOG.debug("the auditor cannot read the store", e);
        }
        return Math.max(PAUSE_AFTER_FAILURE.toNanos(), options.interval().toNanos());
    }
}
