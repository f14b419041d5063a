package dev.reeve.internal.engine.dispatch.queue;

import dev.reeve.spi.store.AllowanceKey;
import dev.reeve.spi.store.AllowanceNeed;
import dev.reeve.spi.store.AllowanceReply.Grant;
import dev.reeve.spi.store.ShardSet;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The calls under way that this node may have of one limit, as the store has granted them. An allowance is in use from
 * the beginning of a call to its end, and then free. A step with the same limit or a higher one can use it again.
 * Guarded by the dispatcher's lock.
 */
final class HeldCalls {

    /** The bound of an allowance that was not granted: the call was under way before. Nothing uses it again. */
    private static final int FORCED = Integer.MAX_VALUE;

    /** How long an allowance is kept that nothing uses. */
    private static final long KEEP_NANOS = Duration.ofSeconds(1).toNanos();

    /**
     * As above, while a slot of another node is on its way. If nothing is notified, letters take a second there and one
     * back. Two nodes that both borrow must not take the allowance from each other before a slot arrives.
     */
    private static final long BORROWING_NANOS = Duration.ofSeconds(4).toNanos();

    /** How often the node asks whether others wait, while it has work. */
    private static final long REFRESH_NANOS = Duration.ofSeconds(1).toNanos();

    /** As above, if others waited the last time. */
    private static final long CONTESTED_NANOS = Duration.ofMillis(250).toNanos();

    private static final long RETRY_MIN_NANOS = Duration.ofMillis(20).toNanos();
    private static final long RETRY_MAX_NANOS = Duration.ofMillis(500).toNanos();

    /** Allowances that no call uses, by the limit under which they were granted. */
    private final TreeMap<Integer, Integer> free = new TreeMap<>();

    /** Allowances of calls whose executions have left this node, by shard. */
    private final TreeMap<Integer, Integer> leaving = new TreeMap<>();

    private int freeCount;
    private int used;

    /** Those of {@code used} that were not granted. */
    private int forced;

    /** How many to have at most while others wait. */
    private int share = Integer.MAX_VALUE;

    /** Whether the store must learn the number that is kept. */
    private boolean stale;

    /** Whether the store knows that this node waits. */
    private boolean waits;

    private long usedNanos;
    private long keepNanos = KEEP_NANOS;
    private long askedNanos;
    private long retryNanos = RETRY_MIN_NANOS;
    private long retryAtNanos;

    /** Whether the last question gave something back. */
    private boolean returned;

    /** Whether to ask again at once: another node has changed something. */
    private boolean hinted;

    /** The number of allowances that a call with this limit could use now. */
    int free(int bound) {
        int count = 0;
        for (int each : free.headMap(bound, true).values()) {
            count += each;
        }
        return Math.clamp((long) share - used, 0, count);
    }

    /** @return the limit under which the allowance was granted */
    int use(int bound) {
        Map.Entry<Integer, Integer> best = free.floorEntry(bound);
        if (best == null) {
            throw new IllegalStateException("no allowance for a call with the limit " + bound);
        }
        change(best.getKey(), -1);
        keepNanos = KEEP_NANOS; // what was borrowed for it has arrived
        used++;
        return best.getKey();
    }

    /** A call is under way that was not allowed here. */
    int force() {
        used++;
        forced++;
        stale = true;
        return FORCED;
    }

    /**
     * A call has ended, or did not take place. Its allowance goes back while there are calls that were not granted: one
     * of them may be the same call, found when the lane was loaded again.
     */
    void end(int granted, long nanos) {
        used--;
        usedNanos = nanos;
        change(forced > 0 ? FORCED : granted, 1);
        forced = Math.max(0, forced - 1);
    }

    /** The execution of a call has left this node. The call goes on. */
    void leave(int shard, int granted) {
        used--;
        forced -= granted == FORCED && forced > 0 ? 1 : 0;
        leaving.merge(shard, 1, Integer::sum);
        stale = true;
    }

    private void change(int granted, int by) {
        free.merge(granted, by, Integer::sum);
        free.remove(granted, 0);
        freeCount += by;
    }

    /** Whether the number that is kept has changed since the last question, or the outcome of that is unknown. */
    boolean isUntold() {
        return stale;
    }

    /** Whether a free allowance should go back at once. */
    boolean isDue() {
        return stale || (freeCount > 0 && (share < used + freeCount || free.lastKey() == FORCED));
    }

    boolean isEmpty() {
        return used == 0 && freeCount == 0 && leaving.isEmpty() && !waits && !stale;
    }

    /** Whether the last question gave something back, which others may wait for. */
    boolean hasReturned() {
        return returned;
    }

    boolean isWaiting() {
        return waits;
    }

    boolean isHeld() {
        return used + freeCount > 0 || !leaving.isEmpty();
    }

    /** Another node has changed something. */
    void hinted() {
        hinted = isHeld() || waits;
        retryNanos = RETRY_MIN_NANOS;
    }

    /** The message to the store, if one is due. Allowances that go back are not used any more. */
    @Nullable AllowanceNeed ask(AllowanceKey key, Demand demand, long nanos) {
        int bound = demand.limit() == null ? 0 : demand.limit().concurrency();
        keepNanos = demand.borrows() ? BORROWING_NANOS : KEEP_NANOS;
        boolean gives = giveBack(nanos);
        int wanted = bound == 0 ? 0 : Math.clamp(demand.calls() - (long) free(bound), 0, bound);
        boolean isTime = hinted || nanos - retryAtNanos >= 0;
        boolean tells = gives
                || stale
                || (wanted == 0 && waits)
                || (!leaving.isEmpty() && isTime)
                || (wanted > 0 && (isTime || !waits))
                || (demand.waiting() > 0 && used > 0 && (hinted || nanos - askedNanos >= refreshNanos()));
        hinted = false;
        if (!tells) {
            return null;
        }
        stale = false;
        returned = gives || !leaving.isEmpty();
        askedNanos = nanos;
        int left = leaving.values().stream().mapToInt(calls -> calls).sum();
        return new AllowanceNeed(key, used + freeCount + left, leaving, null, wanted, Math.max(bound, 1));
    }

    private boolean giveBack(long nanos) {
        int before = freeCount;
        if (free.remove(FORCED) != null) {
            recount();
        }
        if (freeCount > 0 && nanos - usedNanos >= keepNanos) {
            free.clear();
            freeCount = 0;
        }
        while (freeCount > 0 && used + freeCount > share) {
            change(free.firstKey(), -1);
        }
        return freeCount < before;
    }

    private void recount() {
        freeCount = free.values().stream().mapToInt(calls -> calls).sum();
    }

    private long refreshNanos() {
        return share < Integer.MAX_VALUE ? CONTESTED_NANOS : REFRESH_NANOS;
    }

    /** The store has answered. */
    void answered(AllowanceNeed need, Grant grant, ShardSet marked, long nanos) {
        need.leaving().forEach((shard, calls) -> {
            if (!marked.contains(shard)) {
                leaving.merge(shard, -calls, Integer::sum);
                leaving.remove(shard, 0);
            }
        });
        if (grant.calls() > 0) {
            change(need.bound(), grant.calls());
            usedNanos = nanos;
        }
        share = grant.share();
        waits = grant.calls() < need.wanted();
        boolean unchanged = waits ? grant.calls() == 0 : !leaving.isEmpty();
        retryNanos = unchanged ? Math.min(retryNanos * 2, RETRY_MAX_NANOS) : RETRY_MIN_NANOS;
        retryAtNanos = nanos + retryNanos;
    }

    /** The outcome of a request is unknown, or it had none. */
    void failed() {
        stale = true;
    }

    /** When to ask again. */
    long nextNanos(boolean waiting) {
        long next = Long.MAX_VALUE;
        if (freeCount > 0) {
            next = Math.min(next, usedNanos + keepNanos);
        }
        if (waits || !leaving.isEmpty()) {
            next = Math.min(next, retryAtNanos);
        }
        if (waiting && used > 0) {
            next = Math.min(next, askedNanos + refreshNanos());
        }
        return next;
    }

    void clear() {
        free.clear();
        leaving.clear();
        freeCount = 0;
        used = 0;
        forced = 0;
        share = Integer.MAX_VALUE;
        stale = false;
        waits = false;
        hinted = false;
    }
}
