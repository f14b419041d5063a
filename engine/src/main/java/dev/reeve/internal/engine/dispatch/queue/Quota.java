package dev.reeve.internal.engine.dispatch.queue;

import dev.reeve.CallLimit;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.workflow.Rate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one action that share a key and are counted together: how many are under way, and how many began
 * recently. Each call is judged by the limit of its own step, since steps may differ. Guarded by the dispatcher's lock.
 */
public final class Quota {

    /** A counted call, from when it gets its slot until its attempt is over. */
    public static final class Claim {
        final String action;
        private final Quota quota;
        private final List<RateWindow.Begun> begun;
        private final SharedLimit.@Nullable Use use;
        private boolean over;

        private Claim(Quota quota, List<RateWindow.Begun> begun, SharedLimit.@Nullable Use use) {
            this.action = quota.action;
            this.use = use;
            this.quota = quota;
            this.begun = begun;
        }

        boolean isOf(@Nullable String key) {
            return Objects.equals(quota.key, key);
        }

        /** The call no longer counts. */
        void end(long nanos) {
            if (!over) {
                over = true;
                quota.running--;
                if (use != null) {
                    use.end(nanos);
                }
                quota.look(nanos);
            }
        }

        /** The call goes on, and another node counts it. */
        void leave(int shard, long nanos) {
            if (!over && use != null) {
                over = true;
                quota.running--;
                use.leave(shard, nanos);
                quota.look(nanos);
            }
            end(nanos);
        }

        /** The call did not take place. */
        public void giveBack(long nanos) {
            if (!over) {
                begun.forEach(RateWindow.Begun::giveBack);
                if (use != null) {
                    use.giveBack();
                }
                end(nanos);
            }
        }
    }

    private final String action;

    /** Null is a valid key: it is shared by calls whose limit has none. */
    final @Nullable String key;

    /** Steps that wait for this quota; null if none ever has. Retries have a separate line. */
    @Nullable Line firsts;

    @Nullable Line retries;

    /** Whether a timer for the next look is set. */
    boolean timed;

    private final Map<Rate.Unit, RateWindow> windows = new EnumMap<>(Rate.Unit.class);
    private final ObjLongConsumer<Quota> onChange;
    /** Null if this node owns the store alone. */
    private final @Nullable SharedLimits shared;

    private int running;

    /**
     * @param shared decides instead of the calls that are counted here; null if this node owns the store alone
     * @param onChange updates the queue after calls have changed or time has passed; receives the present time
     */
    Quota(String action, @Nullable String key, @Nullable SharedLimits shared, ObjLongConsumer<Quota> onChange) {
        this.action = action;
        this.shared = shared;
        this.key = key;
        this.onChange = onChange;
    }

    /** Updates the queue after calls have changed or time has passed. */
    void look(long nanos) {
        onChange.accept(this, nanos);
    }

    /** Whether one more call with this limit may begin. */
    boolean allows(CallLimit limit, long nanos) {
        return free(limit, nanos) > 0;
    }

    /** How many more calls with this limit may begin now. */
    int free(CallLimit limit, long nanos) {
        if (shared != null) {
            return shared.free(action, limit, nanos);
        }
        int calls = limit.concurrency() == 0 ? Integer.MAX_VALUE : limit.concurrency() - running;
        return Math.max(0, Math.min(calls, free(limit.rate(), nanos)));
    }

    private int free(@Nullable Rate rate, long nanos) {
        RateWindow window = rate == null ? null : windows.get(rate.unit());
        return rate == null ? Integer.MAX_VALUE : rate.count() - (window == null ? 0 : window.count(nanos));
    }

    /** A step with this limit waits, which is not allowed. */
    void want(CallLimit limit, long nanos) {
        if (shared != null) {
            shared.of(action, key).want(limit, nanos);
        }
    }

    /** A call begins. */
    Claim begin(CallLimit limit, long nanos) {
        if (shared != null) {
            running++;
            return new Claim(this, List.of(), shared.of(action, key).begin(limit, nanos));
        }
        Rate rate = limit.rate();
        if (rate != null) {
            windows.computeIfAbsent(
                    rate.unit(), unit -> new RateWindow(unit.length().toNanos()));
        }
        List<RateWindow.Begun> begun = windows.isEmpty() ? List.of() : new ArrayList<>(windows.size());
        windows.values().forEach(window -> begun.add(window.add(nanos)));
        running++;
        return new Claim(this, begun, null);
    }

    /** A call is under way that began before it could be counted. */
    Claim count(CallLimit limit, long nanos) {
        running++;
        return new Claim(
                this, List.of(), shared == null ? null : shared.of(action, key).force(limit, nanos));
    }

    int running() {
        return running;
    }

    /** The line in which its steps wait. */
    Line line(boolean retry) {
        Line line = retry ? retries : firsts;
        if (line == null) {
            line = new Line();
            if (retry) {
                retries = line;
            } else {
                firsts = line;
            }
        }
        return line;
    }

    /** The limit of a step that goes next; null if none waits. */
    public @Nullable CallLimit next() {
        ReadyStep first = firsts == null ? null : firsts.head();
        ReadyStep next = first == null && retries != null ? retries.head() : first;
        return next == null ? null : next.limit();
    }

    /** Collects the waiting steps of these shards. */
    void find(ShardSet shards, List<ReadyStep> found) {
        if (firsts != null) {
            firsts.find(shards, found);
        }
        if (retries != null) {
            retries.find(shards, found);
        }
    }

    /** Number of steps that wait for this quota. */
    public int waiting() {
        return (firsts == null ? 0 : firsts.size()) + (retries == null ? 0 : retries.size());
    }

    /**
     * When a rate may next allow a call that it does not allow now; {@link Long#MAX_VALUE} for never. Ignores calls
     * that end.
     */
    long nextNanos(long nanos) {
        long next = Long.MAX_VALUE;
        for (RateWindow window : windows.values()) {
            if (window.count(nanos) > 0) {
                next = Math.min(next, window.nextNanos());
            }
        }
        return next;
    }

    /** When the rate of this limit allows a call; {@link Long#MAX_VALUE} if it allows one now. */
    long nextNanos(CallLimit limit, long nanos) {
        Rate rate = limit.rate();
        RateWindow window = rate == null ? null : windows.get(rate.unit());
        return window == null || free(rate, nanos) > 0 ? Long.MAX_VALUE : window.nextNanos();
    }

    /** Whether the quota can be removed. */
    boolean isIdle(long nanos) {
        return running == 0 && waiting() == 0 && nextNanos(nanos) == Long.MAX_VALUE;
    }
}
