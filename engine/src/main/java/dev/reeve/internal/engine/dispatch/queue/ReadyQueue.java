package dev.reeve.internal.engine.dispatch.queue;

import dev.reeve.CallLimit;
import dev.reeve.spi.store.ShardSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The steps that wait for a slot for one action, in {@link Line}s: one line for steps without a limit, and one for each
 * {@link Quota}. The line with the highest priority goes first. Among equals, the line that was not served for longest
 * goes first, so that no key starves another, regardless of the number of waiting steps. A step that is queued again,
 * as after a reload, keeps its place. Retries have separate lines, which stop while the retry budget is used up.
 *
 * <p>Only lines whose next step is within its limit are listed. The cost of finding the next line therefore does not
 * depend on the number of keys that wait for their limit. Guarded by the dispatcher's lock.
 */
public final class ReadyQueue {

    /** Lines of quotas whose next step is within its limit. */
    private static final class Listed {

        private static final Comparator<Line> BY_TURN = Comparator.comparingLong(line -> line.turn);

        private final TreeSet<Line> byPriority = new TreeSet<>(
                Comparator.<Line>comparingInt(line -> -line.listedPriority).thenComparing(BY_TURN));
        private final TreeSet<Line> byTurn = new TreeSet<>(BY_TURN);

        void add(Line line) {
            line.listedPriority = line.priority();
            line.listed = true;
            byPriority.add(line);
            byTurn.add(line);
        }

        void remove(Line line) {
            byPriority.remove(line);
            byTurn.remove(line);
            line.listed = false;
        }

        @Nullable Line first(boolean fair) {
            TreeSet<Line> lines = fair ? byTurn : byPriority;
            return lines.isEmpty() ? null : lines.first();
        }
    }

    /** Either the first attempts or the retries. */
    private static final class Half {
        final Line uncounted = new Line();
        final Listed listed = new Listed();
        int size;

        @Nullable Line next(boolean fair) {
            Line counted = listed.first(fair);
            return uncounted.size() == 0 ? counted : sooner(uncounted, counted, fair);
        }
    }

    private final String action;
    private final CallCounter counting;
    private final Half firsts = new Half();
    private final Half retries = new Half();
    private final Map<@Nullable String, Quota> quotas = new HashMap<>();
    private long turns;
    private long served;
    private long waitingSinceNanos;

    /** Number of steps in lines that are not listed. */
    private int limited;

    public ReadyQueue(String action, CallCounter counting) {
        this.action = action;
        this.counting = counting;
    }

    private Quota newQuota(@Nullable String key) {
        return new Quota(action, key, counting.shared(), this::look);
    }

    private static @Nullable Line sooner(@Nullable Line one, @Nullable Line other, boolean fair) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        int compared = fair ? 0 : Integer.compare(other.priority(), one.priority());
        return compared < 0 || (compared == 0 && one.turn < other.turn) ? one : other;
    }

    public void add(ReadyStep ready, long nanos) {
        Half half = ready.retry() ? retries : firsts;
        CallLimit limit = ready.limit();
        Quota quota = limit == null ? null : quotas.computeIfAbsent(limit.key(), this::newQuota);
        Line line = quota == null ? half.uncounted : quota.line(ready.retry());
        boolean none = next(true) == null;
        if (line.size() == 0) {
            line.turn = ++turns;
        }
        unlist(half, line);
        if (line.add(ready)) {
            half.size++;
            limited += quota == null ? 0 : 1;
        }
        looked(quota, none, nanos);
    }

    /** Removes a step that no longer waits in this form. Does nothing if it is absent. */
    public void remove(ReadyStep ready, long nanos) {
        Half half = ready.retry() ? retries : firsts;
        boolean none = next(true) == null;
        CallLimit limit = ready.limit();
        Quota quota = limit == null ? null : quotas.get(limit.key());
        Line line =
                limit == null ? half.uncounted : quota == null ? null : ready.retry() ? quota.retries : quota.firsts;
        if (line == null) {
            return;
        }
        unlist(half, line);
        if (line.remove(ready)) {
            half.size--;
            limited -= quota == null ? 0 : 1;
        }
        looked(quota, none, nanos);
    }

    /** Removes the steps of these shards. */
    public void removeAll(ShardSet shards, long nanos) {
        List<ReadyStep> found = new ArrayList<>();
        firsts.uncounted.find(shards, found);
        retries.uncounted.find(shards, found);
        for (Quota quota : quotas.values()) {
            quota.find(shards, found);
        }
        found.forEach(step -> remove(step, nanos));
    }

    /**
     * @param withRetries whether the retry budget is not used up
     */
    public @Nullable ReadyStep poll(long nanos, boolean withRetries) {
        Line line = next(withRetries);
        while (line != null && isOver(line, nanos)) {
            line = next(withRetries);
        }
        if (line == null) {
            return null;
        }
        ReadyStep next = head(line);
        Half half = next.retry() ? retries : firsts;
        unlist(half, line);
        ReadyStep ready = line.poll();
        line.turn = ++turns;
        served++;
        half.size--;
        waitingSinceNanos = nanos;
        CallLimit limit = ready.limit();
        if (limit != null) {
            limited--;
            look(Objects.requireNonNull(quotas.get(limit.key()), "a quota with waiting steps is kept"), nanos);
        }
        return ready;
    }

    private static ReadyStep head(Line line) {
        return Objects.requireNonNull(line.head(), "no empty line is listed");
    }

    /** Whether what this node may use of a shared limit has gone since the line was listed. It is not listed then. */
    private boolean isOver(Line line, long nanos) {
        CallLimit limit = head(line).limit();
        Quota quota = limit == null || counting.shared() == null ? null : quotas.get(limit.key());
        if (limit == null || quota == null || quota.allows(limit, nanos)) {
            return false;
        }
        look(quota, nanos);
        return true;
    }

    private @Nullable Line next(boolean withRetries) {
        boolean fair = served % Line.FAIR == Line.FAIR - 1;
        Line first = firsts.next(fair);
        return withRetries ? sooner(first, retries.next(fair), fair) : first;
    }

    /** Whether a waiting step may go. */
    public boolean hasNext(boolean withRetries) {
        return next(withRetries) != null;
    }

    /** The priority of the next step; meaningless if none may go. */
    public int priority(boolean withRetries) {
        Line next = next(withRetries);
        return next == null ? Integer.MIN_VALUE : next.priority();
    }

    /** How many steps could begin now if each had a slot; {@code most} at most. */
    public int ready(int most, long nanos) {
        int count = Math.min(most, firsts.uncounted.size() + retries.uncounted.size());
        return ready(retries, most, ready(firsts, most, count, nanos), nanos);
    }

    private int ready(Half half, int most, int before, long nanos) {
        int count = before;
        for (Line line : half.listed.byTurn) {
            if (count >= most) {
                return most;
            }
            CallLimit limit = head(line).limit();
            Quota quota = limit == null ? null : quotas.get(limit.key());
            int free = limit == null || quota == null ? 0 : quota.free(limit, nanos);
            count += Math.min(most - count, Math.min(line.size(), free));
        }
        return count;
    }

    // Limits

    /** Whether a step that has just become ready is within its limit, and no other step waits for the same quota. */
    public boolean allows(CallLimit limit, long nanos) {
        Quota quota = quotas.get(limit.key());
        return counting.isComplete()
                && (quota == null ? isFree(limit, nanos) : quota.waiting() == 0 && quota.allows(limit, nanos));
    }

    private boolean isFree(CallLimit limit, long nanos) {
        SharedLimits shared = counting.shared();
        return shared == null || shared.free(action, limit, nanos) > 0;
    }

    /** A call with this limit begins. */
    public Quota.Claim begin(CallLimit limit, long nanos) {
        Quota quota = quotas.computeIfAbsent(limit.key(), this::newQuota);
        Quota.Claim claim = quota.begin(limit, nanos);
        look(quota, nanos);
        return claim;
    }

    /** A call with this limit is under way already. */
    public Quota.Claim count(CallLimit limit, long nanos) {
        Quota quota = quotas.computeIfAbsent(limit.key(), this::newQuota);
        Quota.Claim claim = quota.count(limit, nanos);
        look(quota, nanos);
        return claim;
    }

    /** Null if no call with this key is counted and none waits. */
    public @Nullable Quota quota(@Nullable String key) {
        return quotas.get(key);
    }

    /** Updates the lines of a quota after its calls have changed or time has passed. */
    public void look(Quota quota, long nanos) {
        looked(quota, next(true) == null, nanos);
    }

    /**
     * @param none whether no step was allowed to go before
     */
    private void looked(@Nullable Quota quota, boolean none, long nanos) {
        if (quota != null) {
            list(firsts, quota.firsts, quota, nanos);
            list(retries, quota.retries, quota, nanos);
        }
        if (none && next(true) != null) {
            waitingSinceNanos = nanos;
        }
        if (quota == null) {
            return;
        }
        if (quota.isIdle(nanos)) {
            quotas.remove(quota.key, quota);
        } else if (!quota.timed && (quota.waiting() > 0 || quota.running() == 0)) {
            counting.watch(quota, quota.nextNanos(nanos));
        }
    }

    /** Updates all lines after a change that concerns all quotas. */
    public void lookAtAll(long nanos) {
        List.copyOf(quotas.values()).forEach(quota -> look(quota, nanos));
    }

    private void list(Half half, @Nullable Line line, Quota quota, long nanos) {
        if (line == null) {
            return;
        }
        unlist(half, line);
        ReadyStep head = line.head();
        CallLimit limit = head == null ? null : head.limit();
        if (limit == null || !counting.isComplete()) {
            return;
        }
        if (quota.allows(limit, nanos)) {
            half.listed.add(line);
            limited -= line.size();
        } else {
            quota.want(limit, nanos);
        }
    }

    private void unlist(Half half, Line line) {
        if (line.listed) {
            half.listed.remove(line);
            limited += line.size();
        }
    }

    // Waiting steps

    /** Whether no step waits, and no call is counted. */
    public boolean isIdle() {
        return isEmpty() && quotas.isEmpty();
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    public int size() {
        return firsts.size + retries.size;
    }

    /** Number of waiting retries. */
    public int retries() {
        return retries.size;
    }

    /** Number of steps that wait for their limit. */
    public int limited() {
        return limited;
    }

    /** Since when the queue has not moved although it could. */
    public long waitingSinceNanos() {
        return waitingSinceNanos;
    }
}
