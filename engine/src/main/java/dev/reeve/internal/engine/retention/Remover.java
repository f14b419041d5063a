package dev.reeve.internal.engine.retention;

import dev.reeve.ExecutionId;
import dev.reeve.internal.engine.archive.Archiver;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.Loop;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.values.Times;
import dev.reeve.spi.Archive;
import dev.reeve.spi.store.EndedExecution;
import dev.reeve.spi.store.EndedPosition;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.store.WorkflowVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes executions whose retention has passed, according to their definition or the node. All executions of one
 * version of a workflow have the same retention, so in the order of their ends the due ones come first. The remover
 * reads pages from there on, and never reads executions that are within their retention (ADR 25). It never reads open
 * executions either. The store keeps every execution whose messages are still undelivered.
 *
 * <p>A node that has lost the store may continue to run this: each removal is one that any node would make.
 *
 * <p>{@link #runOnce} is called by one thread, {@link #onWork} and {@link #look} by any.
 */
public final class Remover {

    private static final Logger LOG = LoggerFactory.getLogger(Remover.class);

    /**
     * The rest between two searches for versions with ended executions. Short at first, since nothing may have ended
     * yet.
     */
    private static final Duration VERSIONS_REST_MIN = Duration.ofSeconds(5);

    private static final Duration VERSIONS_REST_MAX = Duration.ofMinutes(1);

    /** The minimum rest after a search for versions, in multiples of its duration. */
    private static final int VERSIONS_RESTS = 20;

    /** How many executions are read at a time. */
    private static final int READ = 2_000;

    /** How many executions of all versions are kept that were read and are still to be removed. */
    private static final int AHEAD_MAX = 10_000;

    private static final Duration TROUBLE_REST = Duration.ofSeconds(10);

    /** How long ended executions stay at least if other nodes share the store, so that their callers see each end. */
    static final Duration SEEN_BY_OTHERS = Duration.ofSeconds(10);

    private final Store store;
    private final Definitions definitions;
    private final Clock clock;
    private final UndoNeeds needs;

    /** The retention of workflows that define none; null for unlimited. */
    private final @Nullable Duration usual;

    private final @Nullable Archiver archiving;

    /** Whether other nodes share the store. */
    private final BooleanSupplier shared;

    private final Map<Shelf.Label, Shelf> shelves = new LinkedHashMap<>();

    private final AtomicBoolean looking = new AtomicBoolean(true);
    private long versionsAt;

    /** Nothing is removed before this time, in monotonic nanoseconds, regardless of the number of versions. */
    private long notBefore;

    private Duration versionsRest = VERSIONS_REST_MIN;

    private final AtomicLong removed = new AtomicLong();
    private volatile Runnable work = () -> {};

    /**
     * @param usual the retention of workflows that define none; null for unlimited
     * @param archive where executions are written before their removal; null for none
     * @param own a name that is unique to this remover
     * @param shared whether other nodes share the store
     */
    public Remover(
            Store store,
            Definitions definitions,
            Clock clock,
            @Nullable Duration usual,
            @Nullable Archive archive,
            String own,
            BooleanSupplier shared) {
        this.shared = shared;
        this.store = store;
        this.definitions = definitions;
        this.clock = clock;
        this.notBefore = clock.nanos();
        this.needs = new UndoNeeds(store);
        this.usual = usual;
        this.archiving = archive == null ? null : new Archiver(store, archive, this::definition, own);
    }

    private Optional<StoredWorkflow> definition(ExecutionRow of) {
        return definitions
                .stored(of.namespace(), of.workflow(), of.version())
                .map(plan -> new StoredWorkflow(
                        of.namespace(),
                        plan.whole().workflow().name(),
                        of.version(),
                        plan.whole().workflow().toJson()));
    }

    /** Sets a callback for new work. It must be cheap. */
    public void onWork(Runnable signal) {
        work = signal;
    }

    /** Definitions may have changed. */
    public void look() {
        looking.set(true);
        work.run();
    }

    /** Number of executions removed since the engine was opened. */
    long removed() {
        return removed.get();
    }

    /**
     * Processes one page.
     *
     * @return how long to rest, in nanoseconds
     */
    public long runOnce() {
        if (usual == null && definitions.shortestRetention() == null) {
            return Loop.UNTIL_WOKEN; // everything is kept
        }
        Shelf shelf = null;
        try {
            if (archiving != null) {
                archiving.settleFirst();
            }
            if (looking.getAndSet(false) || clock.nanos() - versionsAt >= 0) {
                findVersions();
            }
            shelf = shelves.values().stream()
                    .reduce((one, other) -> one.nextAt() - other.nextAt() <= 0 ? one : other)
                    .orElse(null);
            long now = clock.nanos();
            if (shelf != null && !shelf.retention.equals(retention(shelf.of))) {
                look(shelf.of, now);
            } else if (shelf != null && now - shelf.nextAt() >= 0 && now - notBefore >= 0) {
                turn(shelf);
            }
        } catch (StoreException e) {
            LOG.warn(
                    "removal of ended executions failed; retrying in {} s: {}",
                    TROUBLE_REST.toSeconds(),
                    e.getMessage());
            if (shelf != null) {
                shelf.pace.smaller();
            }
            return TROUBLE_REST.toNanos();
        }
        long now = clock.nanos();
        long rest = versionsAt - now;
        for (Shelf other : shelves.values()) {
            rest = Math.min(rest, Math.max(notBefore - now, other.nextAt() - now));
        }
        return Math.max(0, rest);
    }

    /** Adds versions that have ended executions, and drops versions that have none left. */
    private void findVersions() {
        long begun = clock.nanos();
        List<Shelf.Label> found = new ArrayList<>();
        for (String namespace : definitions.namespaces()) {
            store.endedVersions(namespace).forEach(version -> found.add(new Shelf.Label(namespace, version)));
        }
        long now = clock.nanos();
        shelves.keySet().retainAll(new HashSet<>(found));
        found.forEach(version -> look(version, now));
        Duration least = Duration.ofNanos(VERSIONS_RESTS * (now - begun));
        versionsAt = now + (least.compareTo(versionsRest) > 0 ? least : versionsRest).toNanos();
        Duration twice = versionsRest.multipliedBy(2);
        versionsRest = twice.compareTo(VERSIONS_REST_MAX) > 0 ? VERSIONS_REST_MAX : twice;
    }

    /** Starts again with a version that was undeployed and deployed with another retention. */
    private void look(Shelf.Label version, long now) {
        Duration retention = retention(version);
        Shelf known = shelves.get(version);
        if (retention == null) {
            shelves.remove(version);
        } else if (known == null || !known.retention.equals(retention)) {
            RemovalPace pace = new RemovalPace(store.removalGoal(), store.removalShareMax());
            shelves.put(version, new Shelf(version, retention, pace, now));
        }
    }

    private @Nullable Duration retention(Shelf.Label of) {
        Duration retention = definitions
                .retention(of.namespace(), of.version().workflow(), of.version().version())
                .orElse(usual);
        return retention != null && retention.compareTo(SEEN_BY_OTHERS) < 0 && shared.getAsBoolean()
                ? SEEN_BY_OTHERS
                : retention;
    }

    /** How long an execution stays in the store after its end; null for indefinitely. May be called by any thread. */
    public @Nullable Duration kept(ExecutionRow execution) {
        WorkflowVersion version = new WorkflowVersion(execution.workflow(), execution.version());
        return retention(new Shelf.Label(execution.namespace(), version));
    }

    private void turn(Shelf shelf) {
        long begun = clock.nanos();
        if (begun - shelf.frontAt >= 0) {
            front(shelf, begun);
        } else if (shelf.looksAgain(begun)) {
            again(shelf, begun);
        }
    }

    private void front(Shelf shelf, long begun) {
        Instant until = Times.minus(clock.now(), shelf.retention);
        int limit = shelf.pace.limit();
        List<EndedExecution> found = due(shelf, until, limit);
        List<EndedExecution> page = gathers(found, until, limit) ? List.of() : found;
        long read = clock.nanos();
        remove(shelf, shelf.front(), page);
        Duration lag = Duration.ZERO;
        int size = page.size();
        if (size > 0) {
            lag = Duration.between(page.getLast().position().endedAt(), until);
            shelf.passed(page);
        }
        long now = clock.nanos();
        shelf.frontAt = now + shelf.pace.rest(size, now - begun, now - read, lag, now);
        notBefore = now + shelf.pace.pause(now - begun);
    }

    /**
     * The next executions behind the front. Many are read at a time, also if few are removed at a time: the store reads
     * all that ended at one instant, which may be thousands, for each page that begins among them.
     */
    private List<EndedExecution> due(Shelf shelf, Instant until, int limit) {
        List<EndedExecution> ahead = shelf.ahead();
        if (ahead.size() < limit) {
            List<EndedExecution> more = store.ended(shelf.of.page(shelf.read(), until, READ));
            boolean tooMany = shelves.values().stream()
                            .mapToInt(other -> other.ahead().size())
                            .sum()
                    > AHEAD_MAX;
            if (tooMany) {
                shelves.values().stream()
                        .filter(other -> other != shelf)
                        .forEach(other -> other.ahead().clear());
            }
            ahead.addAll(more);
        }
        int count = 0;
        while (count < Math.min(limit, ahead.size())
                && !ahead.get(count).position().endedAt().isAfter(until)) {
            count++;
        }
        return List.copyOf(ahead.subList(0, count));
    }

    private void again(Shelf shelf, long begun) {
        // the front has come this far
        Instant until = Objects.requireNonNull(shelf.front()).endedAt();
        int limit = shelf.pace.limit();
        List<EndedExecution> page = store.ended(shelf.of.page(shelf.second(), until, limit));
        remove(shelf, shelf.second(), page);
        long now = clock.nanos();
        shelf.lookedAgain(page.size() < limit ? null : page.getLast().position(), now - begun, now);
        notBefore = now + shelf.pace.pause(now - begun);
    }

    /** Whether to wait for more executions, so that archive files hold many of them. */
    private boolean gathers(List<EndedExecution> page, Instant until, int limit) {
        return archiving != null
                && !page.isEmpty()
                && page.size() < limit
                && Times.plus(page.getFirst().position().endedAt(), archiving.gathering())
                        .isAfter(until);
    }

    /** Removes those executions of a page that are not needed any more. */
    private void remove(Shelf shelf, @Nullable EndedPosition after, List<EndedExecution> page) {
        List<ExecutionRow> told = page.stream()
                .filter(ended -> !ended.hasMessages())
                .map(EndedExecution::row)
                .toList();
        Set<ExecutionId> needed = needs.among(told);
        List<ExecutionRow> due =
                told.stream().filter(row -> !needed.contains(row.id())).toList();
        int count = due.isEmpty() ? 0 : remove(due);
        removed.addAndGet(count);
        if (count < page.size()) {
            shelf.held(after);
        }
    }

    private int remove(List<ExecutionRow> due) {
        return archiving == null
                ? store.remove(due.stream().map(ExecutionRow::id).toList())
                : archiving.remove(due);
    }

    /** Closes the archive. Must not be called while {@link #runOnce} runs. */
    public void close() {
        if (archiving != null) {
            archiving.close();
        }
    }
}
