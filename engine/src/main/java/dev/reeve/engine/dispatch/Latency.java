package dev.reeve.engine.dispatch;

import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * How long the attempts of an action take that are answered, over the last ten to twenty minutes, and so how long is
 * unusual. Slow is not dead (V3): an attempt that is unusually long under way is suspect, which people can see, and nothing is
 * done about it before its deadlines. Guarded by the dispatcher's lock.
 */
final class Latency {

    /** Fewer say nothing about what is usual. */
    static final int SAMPLES_MIN = 100;

    /** Three times what 99 of 100 need is unusual. */
    private static final int FACTOR = 3;

    /** Nobody looks at less. */
    private static final Duration EXPECTED_MIN = Duration.ofSeconds(1);

    private static final long WINDOW_NANOS = Duration.ofMinutes(10).toNanos();
    private static final long MICROS_MAX = Duration.ofDays(30).toNanos() / 1_000;
    private static final int DIGITS = 2;
    private static final double USUAL = 99;

    private Histogram recent = new Histogram(DIGITS);
    private Histogram before = new Histogram(DIGITS);
    private long sinceNanos;

    Latency(long nanos) {
        sinceNanos = nanos;
    }

    void answered(long tookNanos, long nanos) {
        if (nanos - sinceNanos > WINDOW_NANOS) {
            boolean outdated = nanos - sinceNanos > 2 * WINDOW_NANOS;
            Histogram oldest = before;
            oldest.reset();
            before = recent;
            recent = oldest;
            if (outdated) {
                before.reset();
            }
            sinceNanos = nanos;
        }
        recent.recordValue(Math.min(MICROS_MAX, Math.max(0, tookNanos / 1_000)));
    }

    /** What so many of 100 need at most; null if too few are known. */
    @Nullable Duration percentile(double percentile) {
        Histogram all = before.copy();
        all.add(recent);
        return all.getTotalCount() < SAMPLES_MIN
                ? null
                : Duration.ofNanos(all.getValueAtPercentile(percentile) * 1_000);
    }

    /** An attempt that is longer under way is suspect; null if too little is known. */
    @Nullable Duration expected() {
        Duration usual = percentile(USUAL);
        if (usual == null) {
            return null;
        }
        Duration unusual = usual.multipliedBy(FACTOR);
        return unusual.compareTo(EXPECTED_MIN) < 0 ? EXPECTED_MIN : unusual;
    }
}
