package dev.reeve.engine.dispatch;

import dev.reeve.core.AttemptToken;
import dev.reeve.core.CallLimit;
import dev.reeve.core.ExecutionId;
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
 * Which calls are counted for the sake of limits. A call counts from when it gets its slot until its attempt is over in the store:
 * what the agent or this process says of it before is not enough. So while it is in doubt whether a batch was stored, its calls
 * count; and after a start nothing with a limit is handed out before all lanes have said what they found under way. Guarded by the
 * dispatcher's lock.
 */
final class Counting {

    private record Timer(long nanos, ReadyQueue queue, Quota quota) {}

    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>((one, other) -> Long.signum(one.nanos() - other.nanos()));

    /** Of attempts that the store has as under way. */
    private final Map<AttemptToken, Quota.Claim> counted = new LinkedHashMap<>();

    /** Of attempts that have another key since their execution was moved, as long as that is not stored: they count for both. */
    private final Map<AttemptToken, List<Quota.Claim>> leaving = new HashMap<>();

    /** By lane: of those that may or may not be. */
    private final Map<Integer, List<Quota.Claim>> doubtful = new HashMap<>();

    /** Lanes that have not yet said what is under way. */
    private final Set<Integer> silent = new HashSet<>();

    private int lanes = 1;

    /** {@link #nextNanos}, for whoever asks without the lock. */
    private volatile long nextNanos = Long.MAX_VALUE;

    private volatile boolean sooner;

    /** Before anything is handed out: so many lanes will say what is under way. */
    void expect(int count) {
        lanes = count;
        for (int i = 0; i < count; i++) {
            silent.add(i);
        }
    }

    /** Whether all that is under way is counted. */
    boolean isComplete() {
        return silent.isEmpty();
    }

    /** The attempt is stored as under way. */
    void delivered(AttemptToken token, Quota.@Nullable Claim claim, long nanos) {
        Quota.Claim before = claim == null ? null : counted.put(token, claim);
        if (before != null) {
            before.end(nanos); // it was found under way before it was delivered
        }
    }

    /** The attempt was found under way, with this limit. */
    void found(AttemptToken token, Service service, CallLimit limit, long nanos) {
        Quota.Claim before = counted.get(token);
        if (before == null || !before.isOf(limit.key())) {
            counted.put(token, service.queue.count(limit, service, nanos));
        }
        if (before != null && !before.isOf(limit.key())) {
            leaving.computeIfAbsent(token, t -> new ArrayList<>(1)).add(before);
        }
    }

    /** It is stored that the attempt has the key with which it was found last. */
    @Nullable Service left(AttemptToken token, long nanos) {
        List<Quota.Claim> claims = leaving.remove(token);
        if (claims == null) {
            return null;
        }
        claims.forEach(claim -> claim.end(nanos));
        return claims.getFirst().service;
    }

    /** The attempt is over in the store. */
    @Nullable Service over(AttemptToken token, long nanos) {
        left(token, nanos);
        Quota.Claim claim = counted.remove(token);
        if (claim == null) {
            return null;
        }
        claim.end(nanos);
        return claim.service;
    }

    /** Nobody knows if the attempt that was to have this slot is stored as under way; the lane will say so. */
    void doubt(int lane, Quota.Claim claim) {
        doubtful.computeIfAbsent(lane, l -> new ArrayList<>()).add(claim);
    }

    /**
     * A lane has found all that is under way in it, and exactly that.
     *
     * @return what may be handed out again, perhaps
     */
    Set<Service> settled(int lane, Set<AttemptToken> underWay, long nanos) {
        Set<Service> touched = new LinkedHashSet<>();
        List<Quota.Claim> settled = new ArrayList<>();
        List<Quota.Claim> doubted = doubtful.remove(lane);
        if (doubted != null) {
            settled.addAll(doubted);
        }
        counted.entrySet().removeIf(entry -> {
            boolean gone = isOf(lane, entry.getKey().execution()) && !underWay.contains(entry.getKey());
            if (gone) {
                settled.add(entry.getValue());
            }
            return gone;
        });
        leaving.entrySet().removeIf(entry -> {
            boolean own = isOf(lane, entry.getKey().execution());
            if (own) {
                settled.addAll(entry.getValue());
            }
            return own;
        });
        for (Quota.Claim claim : settled) {
            claim.end(nanos);
            touched.add(claim.service);
        }
        silent.remove(lane);
        return touched;
    }

    private boolean isOf(int lane, ExecutionId execution) {
        return execution.shard() % lanes == lane;
    }

    // Time

    /** Has it looked at again then; {@link Long#MAX_VALUE} for never. */
    void watch(ReadyQueue queue, Quota quota, long nanos) {
        if (nanos != Long.MAX_VALUE) {
            quota.timed = true;
            timers.add(new Timer(nanos, queue, quota));
            sooner |= nanos < nextNanos;
            rewind();
        }
    }

    private void rewind() {
        Timer next = timers.peek();
        nextNanos = next == null ? Long.MAX_VALUE : next.nanos();
    }

    /** When something is to be looked at; {@link Long#MAX_VALUE} for never. By any thread. */
    long nextNanos() {
        return nextNanos;
    }

    /** Whether that has become sooner since this was last asked. By any thread. */
    boolean takeSooner() {
        boolean was = sooner;
        if (was) {
            sooner = false;
        }
        return was;
    }

    /** Looks at all whose time has come. */
    void tick(long nanos) {
        Timer next;
        while ((next = timers.peek()) != null && nanos - next.nanos() >= 0) {
            timers.remove();
            next.quota().timed = false;
            next.queue().look(next.quota(), nanos);
        }
        rewind();
    }
}
