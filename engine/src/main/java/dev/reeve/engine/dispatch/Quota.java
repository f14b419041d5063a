package dev.reeve.engine.dispatch;

import dev.reeve.core.CallLimit;
import dev.reeve.model.Rate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one action that are counted together, since they have the same key: how many are under way, and how many have
 * begun lately. Each call is judged by the limit of its own step, as steps may differ. Guarded by the dispatcher's lock.
 */
final class Quota {

    /** A call that is counted, from when it gets its slot until its attempt is over. */
    static final class Claim {
        final Service service;
        private final Quota quota;
        private final List<RateWindow.Begun> begun;
        private boolean over;

        private Claim(Service service, Quota quota, List<RateWindow.Begun> begun) {
            this.service = service;
            this.quota = quota;
            this.begun = begun;
        }

        boolean isOf(@Nullable String key) {
            return Objects.equals(quota.key, key);
        }

        /** It is not counted any more. */
        void end(long nanos) {
            if (!over) {
                over = true;
                quota.running--;
                service.queue.look(quota, nanos);
            }
        }

        /** The call never came about. */
        void giveBack(long nanos) {
            if (!over) {
                begun.forEach(RateWindow.Begun::giveBack);
                end(nanos);
            }
        }
    }

    /** Null, which is a key as well, for calls of steps whose limit has none. */
    final @Nullable String key;

    /** What waits for it; null if nothing ever has. Retries have a line of their own. */
    @Nullable Line firsts;

    @Nullable Line retries;

    /** Whether the clock will have it looked at. */
    boolean timed;

    private final Map<Rate.Unit, RateWindow> windows = new EnumMap<>(Rate.Unit.class);
    private int running;

    Quota(@Nullable String key) {
        this.key = key;
    }

    /** Whether one more call with this limit may begin. */
    boolean allows(CallLimit limit, long nanos) {
        return (limit.concurrency() == 0 || running < limit.concurrency()) && allows(limit.rate(), nanos);
    }

    private boolean allows(@Nullable Rate rate, long nanos) {
        RateWindow window = rate == null ? null : windows.get(rate.unit());
        return rate == null || window == null || window.count(nanos) < rate.count();
    }

    /** A call begins. */
    Claim begin(CallLimit limit, Service service, long nanos) {
        Rate rate = limit.rate();
        if (rate != null) {
            windows.computeIfAbsent(
                    rate.unit(), unit -> new RateWindow(unit.length().toNanos()));
        }
        List<RateWindow.Begun> begun = windows.isEmpty() ? List.of() : new ArrayList<>(windows.size());
        windows.values().forEach(window -> begun.add(window.add(nanos)));
        running++;
        return new Claim(service, this, begun);
    }

    /** A call is under way that began before it could be counted. */
    Claim count(Service service) {
        running++;
        return new Claim(service, this, List.of());
    }

    int running() {
        return running;
    }

    /** Where its steps wait. */
    Line line(boolean retry) {
        Line line = retry ? retries : firsts;
        if (line == null) {
            line = new Line(this);
            if (retry) {
                retries = line;
            } else {
                firsts = line;
            }
        }
        return line;
    }

    /** How many steps wait for it. */
    int waiting() {
        return (firsts == null ? 0 : firsts.size()) + (retries == null ? 0 : retries.size());
    }

    /** When it may be that something is allowed that is not now, though no call ends; {@link Long#MAX_VALUE} for never. */
    long nextNanos(long nanos) {
        long next = Long.MAX_VALUE;
        for (RateWindow window : windows.values()) {
            if (window.count(nanos) > 0) {
                next = Math.min(next, window.nextNanos());
            }
        }
        return next;
    }

    /** When this call's rate allows it; {@link Long#MAX_VALUE} if its rate does allow it. */
    long nextNanos(CallLimit limit, long nanos) {
        Rate rate = limit.rate();
        RateWindow window = rate == null ? null : windows.get(rate.unit());
        return window == null || allows(rate, nanos) ? Long.MAX_VALUE : window.nextNanos();
    }

    /** Whether nothing needs it any more. */
    boolean isIdle(long nanos) {
        return running == 0 && waiting() == 0 && nextNanos(nanos) == Long.MAX_VALUE;
    }
}
