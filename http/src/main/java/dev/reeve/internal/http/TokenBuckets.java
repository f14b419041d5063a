package dev.reeve.internal.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * A token bucket for each sender: a number of requests each second, and as many at once after a pause. Remembers the
 * senders that came last. A sender that is forgotten begins with a full bucket. Thread-safe.
 *
 * <p>A bucket is one number, the time at which it will be full again: the generic cell rate algorithm (ITU-T I.371).
 */
public final class TokenBuckets {

    /** About 1.5 MB. */
    static final int SENDERS_MAX = 10_000;

    private static final long BURST = TimeUnit.SECONDS.toNanos(1);

    private final long interval;
    private final LongSupplier nanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, long[]> fullAt = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, long[]> eldest) {
            return size() > SENDERS_MAX;
        }
    };

    /**
     * @param perSecond 1 to 1,000,000
     */
    public TokenBuckets(int perSecond, LongSupplier nanos) {
        this.interval = BURST / perSecond;
        this.nanos = nanos;
    }

    /** Takes a token. Returns zero if there was one, and otherwise the time until there is one. */
    public Duration take(String sender) {
        long now = nanos.getAsLong();
        lock.lock();
        try {
            long[] bucket = fullAt.computeIfAbsent(sender, each -> new long[] {now});
            long missing = Math.max(0, bucket[0] - now);
            long wait = missing + interval - BURST;
            if (wait > 0) {
                return Duration.ofNanos(wait);
            }
            bucket[0] = now + missing + interval;
            return Duration.ZERO;
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return fullAt.size();
        } finally {
            lock.unlock();
        }
    }
}
