package dev.reeve.internal.engine.dispatch.queue;

import dev.reeve.AttemptToken;
import dev.reeve.spi.store.ShardSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts the calls that are subject to limits. A call counts from when it gets its slot until the end of its attempt is
 * stored. An earlier word from the agent or this process is not enough. While the outcome of a batch is in doubt, its
 * calls count. After a start, no call with a limit begins until all lanes have said what they found under way. Guarded
 * by the dispatcher's lock.
 */
public final class CallCounter {

    private record Timer(long nanos, Quota quota) {}

    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>((one, other) -> Long.signum(one.nanos() - other.nanos()));

    /** Claims of attempts that are stored as under way. */
    private final Map<AttemptToken, Quota.Claim> counted = new LinkedHashMap<>();

    /**
     * Former claims of attempts whose key changed when their execution was moved. Until the move is stored, an attempt
     * counts for both keys.
     */
    private final Map<AttemptToken, List<Quota.Claim>> leaving = new HashMap<>();

    /** By lane: claims of attempts that may or may not be stored. */
    private final Map<Integer, List<Quota.Claim>> doubtful = new HashMap<>();

    /** Lanes that have not yet said what is under way. */
    private final Set<Integer> silent = new HashSet<>();

    /** {@link #nextNanos}, readable without the lock. */
    private volatile long nextNanos = Long.MAX_VALUE;

    private volatile boolean sooner;
    private volatile Runnable onSooner = () -> {};

    /** Null if this node owns the store alone. */
    private volatile @Nullable SharedLimits shared;

    /** From now on calls with limits need allowances of the store. Called before anything is handed out. */
    public SharedLimits share() {
        SharedLimits limits = new SharedLimits();
        shared = limits;
        return limits;
    }

    /** Null if this node owns the store alone. */
    @Nullable SharedLimits shared() {
        return shared;
    }

    /** Sets the number of lanes that will say what is under way. Called before anything is handed out. */
    public void expect(int count) {
        for (int i = 0; i < count; i++) {
            silent.add(i);
        }
    }

    /** Whether everything under way is counted. */
    public boolean isComplete() {
        return silent.isEmpty();
    }

    /** The attempt is stored as under way. */
    public void delivered(AttemptToken token, Quota.@Nullable Claim claim, long nanos) {
        Quota.Claim before = claim == null ? null : counted.put(token, claim);
        if (before != null) {
            before.end(nanos); // it was found under way before it was delivered
        }
    }

    /** Whether the attempt counts for the limits with this key. */
    public boolean counts(AttemptToken token, @Nullable String key) {
        Quota.Claim claim = counted.get(token);
        return claim != null && claim.isOf(key);
    }

    /** The attempt was found under way. It also counts for its earlier key, if it had another one. */
    public void found(AttemptToken token, Quota.Claim claim) {
        Quota.Claim before = counted.put(token, claim);
        if (before != null) {
            leaving.computeIfAbsent(token, t -> new ArrayList<>(1)).add(before);
        }
    }

    /**
     * The attempt's last found key is stored now.
     *
     * @return the action; null if the attempt had no other key
     */
    public @Nullable String left(AttemptToken token, long nanos) {
        List<Quota.Claim> claims = leaving.remove(token);
        if (claims == null) {
            return null;
        }
        claims.forEach(claim -> claim.end(nanos));
        return claims.getFirst().action;
    }

    /**
     * The end of the attempt is stored.
     *
     * @return the action; null if the attempt was not counted
     */
    public @Nullable String over(AttemptToken token, long nanos) {
        left(token, nanos);
        Quota.Claim claim = counted.remove(token);
        if (claim == null) {
            return null;
        }
        claim.end(nanos);
        return claim.action;
    }

    /** Another node counts the calls of these shards from now on. */
    public void drop(ShardSet shards, long nanos) {
        SharedLimits limits = shared;
        if (limits != null) {
            limits.dropped(shards);
        }
        List<AttemptToken> theirs = new ArrayList<>();
        for (AttemptToken token : counted.keySet()) {
            if (shards.contains(token.execution())) {
                theirs.add(token);
            }
        }
        for (AttemptToken token : theirs) {
            left(token, nanos);
            Quota.Claim claim = counted.remove(token);
            if (claim != null) {
                claim.leave(token.execution().shard(), nanos);
            }
        }
    }

    /** Forgets what the lanes have not said yet: these lanes are gone. */
    public void forgetDoubts(long nanos) {
        SharedLimits limits = shared;
        if (limits != null) {
            limits.clear();
        }
        doubtful.values().forEach(claims -> claims.forEach(claim -> claim.end(nanos)));
        doubtful.clear();
        silent.clear();
    }

    /** It is unknown whether the attempt for this slot was stored as under way. The lane will settle it. */
    public void doubt(int lane, Quota.Claim claim) {
        doubtful.computeIfAbsent(lane, l -> new ArrayList<>()).add(claim);
    }

    /**
     * A lane has found exactly these attempts under way in these shards.
     *
     * @return actions that may be able to hand out more
     */
    public Set<String> settled(int lane, ShardSet shards, Set<AttemptToken> underWay, long nanos) {
        Set<String> touched = new LinkedHashSet<>();
        List<Quota.Claim> settled = new ArrayList<>();
        List<Quota.Claim> doubted = doubtful.remove(lane);
        if (doubted != null) {
            settled.addAll(doubted);
        }
        counted.entrySet().removeIf(entry -> {
            boolean gone = shards.contains(entry.getKey().execution()) && !underWay.contains(entry.getKey());
            if (gone) {
                settled.add(entry.getValue());
            }
            return gone;
        });
        leaving.entrySet().removeIf(entry -> {
            boolean own = shards.contains(entry.getKey().execution());
            if (own) {
                settled.addAll(entry.getValue());
            }
            return own;
        });
        for (Quota.Claim claim : settled) {
            claim.end(nanos);
            touched.add(claim.action);
        }
        silent.remove(lane);
        SharedLimits limits = shared;
        if (limits != null) {
            limits.counted(shards);
        }
        return touched;
    }

    // Time

    /** Schedules another look at the quota; {@link Long#MAX_VALUE} for never. */
    void watch(Quota quota, long nanos) {
        if (nanos != Long.MAX_VALUE) {
            quota.timed = true;
            timers.add(new Timer(nanos, quota));
            sooner |= nanos < nextNanos;
            rewind();
        }
    }

    private void rewind() {
        Timer next = timers.peek();
        nextNanos = next == null ? Long.MAX_VALUE : next.nanos();
    }

    /** When the next look is due; {@link Long#MAX_VALUE} for never. Callable from any thread. */
    public long nextNanos() {
        return nextNanos;
    }

    /** Sets the signal for a look that is due sooner than {@link #nextNanos} said. It must be cheap. */
    public void onSooner(Runnable action) {
        onSooner = action;
    }

    /** Signals what has become due sooner since the last call. Called without the lock. */
    public void signal() {
        if (sooner) {
            sooner = false;
            onSooner.run();
        }
        SharedLimits limits = shared;
        if (limits != null) {
            limits.signal();
        }
    }

    /** Looks at every quota that is due. */
    public void tick(long nanos) {
        Timer next;
        while ((next = timers.peek()) != null && nanos - next.nanos() >= 0) {
            timers.remove();
            next.quota().timed = false;
            next.quota().look(nanos);
        }
        rewind();
    }
}
