package dev.reeve.engine.retention;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.ExecutionStatus;
import dev.reeve.core.Times;
import dev.reeve.engine.runtime.Clock;
import dev.reeve.engine.runtime.Loop;
import dev.reeve.engine.scheduler.Definitions;
import dev.reeve.engine.store.ExecutionFilter;
import dev.reeve.engine.store.ExecutionRow;
import dev.reeve.engine.store.ListPosition;
import dev.reeve.engine.store.Store;
import dev.reeve.engine.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes executions that ended long enough ago, as their definition or the node says (T4). It goes through what has ended, the
 * newest first, a page at a time, and begins again at the end; so it costs as little however many are kept, and needs no index of
 * its own, which every execution would have to pay for. What is open is never looked at, and of what somebody is still to be told
 * the store keeps everything.
 *
 * <p>Whoever has lost the store may go on with this: what it removes is to be removed by anybody.
 *
 * <p>Driven by one thread; {@link #onWork} and {@link #look} by any.
 */
public final class Remover {

    private static final Logger LOG = LoggerFactory.getLogger(Remover.class);

    private static final int PAGE = 200;

    private static final Set<ExecutionStatus> ENDED = Arrays.stream(ExecutionStatus.values())
            .filter(ExecutionStatus::isTerminal)
            .collect(Collectors.toSet());

    /** Between two pages of which something was removed: the lanes want to write too. */
    private static final Duration BUSY_REST = Duration.ofMillis(20);

    /** Between two pages of which nothing was. */
    private static final Duration PAGE_REST = Duration.ofSeconds(1);

    /** After the last page. */
    private static final Duration ROUND_REST = Duration.ofMinutes(1);

    private static final Duration TROUBLE_REST = Duration.ofSeconds(10);

    private final Store store;
    private final String namespace;
    private final Definitions definitions;
    private final Clock clock;
    private final UndoNeeds needs;

    /** Of workflows that do not say; null for ever. */
    private final @Nullable Duration usual;

    /** Where this round has come to; null at its beginning. */
    private @Nullable ListPosition last;

    private final AtomicLong removed = new AtomicLong();
    private volatile Runnable work = () -> {};

    public Remover(Store store, String namespace, Definitions definitions, Clock clock, @Nullable Duration usual) {
        this.store = store;
        this.namespace = namespace;
        this.definitions = definitions;
        this.clock = clock;
        this.needs = new UndoNeeds(store);
        this.usual = usual;
    }

    /** Called when there may be something to do; must be cheap. */
    public void onWork(Runnable signal) {
        work = signal;
    }

    /** Definitions may say something else than before. */
    public void look() {
        work.run();
    }

    /** How many executions have been removed since the engine was opened. */
    public long removed() {
        return removed.get();
    }

    /**
     * One page.
     *
     * @return how long to rest, in nanoseconds
     */
    public long runOnce() {
        Duration shortest = shortest();
        if (shortest == null) {
            return Loop.UNTIL_WOKEN; // everything is kept for ever
        }
        try {
            return page(shortest).toNanos();
        } catch (StoreException e) {
            LOG.warn(
                    "what is to be removed cannot be removed; trying again in {} s: {}",
                    TROUBLE_REST.toSeconds(),
                    e.getMessage());
            last = null;
            return TROUBLE_REST.toNanos();
        }
    }

    private @Nullable Duration shortest() {
        Duration shortest = definitions.shortestRetention();
        return shortest == null || (usual != null && usual.compareTo(shortest) < 0) ? usual : shortest;
    }

    private Duration page(Duration shortest) {
        Instant now = clock.now();
        // What began later cannot have ended long enough ago.
        List<ExecutionRow> page = store.list(
                new ExecutionFilter(namespace, null, ENDED, Map.of(), null, Times.minus(now, shortest), last, PAGE));
        List<ExecutionRow> over = page.stream().filter(row -> isOver(row, now)).toList();
        Set<ExecutionId> needed = needs.among(over);
        List<ExecutionId> due = over.stream()
                .map(ExecutionRow::id)
                .filter(id -> !needed.contains(id))
                .toList();
        int count = due.isEmpty() ? 0 : store.remove(due);
        removed.addAndGet(count);
        if (page.size() < PAGE) {
            last = null;
            return ROUND_REST;
        }
        last = page.getLast().position();
        return count > 0 ? BUSY_REST : PAGE_REST;
    }

    private boolean isOver(ExecutionRow row, Instant now) {
        Instant endedAt = row.endedAt();
        Duration kept = definitions
                .find(namespace, row.workflow(), row.version())
                .map(plan -> plan.workflow().execution().retention())
                .orElse(null);
        Duration retention = kept == null ? usual : kept;
        return endedAt != null && retention != null && !Times.plus(endedAt, retention).isAfter(now);
    }
}
