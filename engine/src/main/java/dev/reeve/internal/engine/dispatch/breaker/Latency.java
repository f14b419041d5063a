package dev.reeve.internal.engine.dispatch.breaker;

import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The duration of an action's answered attempts over the last ten to twenty minutes, and the duration that is unusual.
 * Slow is not dead (V3): an attempt that takes unusually long is suspect. People can see it, and nothing is done about
 * it before its deadlines. Guarded by the dispatcher's lock.
 */
public final class Latency {

    /** Fewer samples say nothing about what is usual. */
    public static final int SAMPLES_MIN = 100;

    /** Three times the 99th percentile is unusual. */
    private static final int FACTOR = 3;

    /** Shorter durations are never suspect. */
    private static final Duration EXPECTED_MIN = Duration.ofSeconds(1);

    private static final long WINDOW_NANOS = Duration.ofMinutes(10).toNanos();
    private static final long MICROS_MAX = Duration.ofDays(30).toNanos() / 1_000;
    private static final int DIGITS = 2;
    private static final double USUAL = 99;

    /** Null until the first answer: most actions of an agent may never be called. */
    private @Nullable Histogram recent;

    private @Nullable Histogram before;
    private long sinceNanos;

    public Latency(long nanos) {
        sinceNanos = nanos;
    }

    public void answered(long tookNanos, long nanos) {
        Histogram current = recent == null ? new Histogram(DIGITS) : recent;
        Histogram oldest = before == null ? new Histogram(DIGITS) : before;
        if (nanos - sinceNanos > WINDOW_NANOS) {
            boolean outdated = nanos - sinceNanos > 2 * WINDOW_NANOS;
            Histogram next = oldest;
            next.reset();
            oldest = current;
            current = next;
            if (outdated) {
                oldest.reset();
            }
            sinceNanos = nanos;
        }
        current.recordValue(Math.min(MICROS_MAX, Math.max(0, tookNanos / 1_000)));
        recent = current;
        before = oldest;
    }

    /** The given percentile; null if the samples are too few. */
    @Nullable Duration percentile(double percentile) {
        if (recent == null || before == null) {
            return null;
        }
        Histogram all = before.copy();
        all.add(recent);
        return all.getTotalCount() < SAMPLES_MIN
                ? null
                : Duration.ofNanos(all.getValueAtPercentile(percentile) * 1_000);
    }

    /** The duration after which an attempt is suspect; null if the samples are too few. */
    public @Nullable Duration expected() {
        Duration usual = percentile(USUAL);
        if (usual == null) {
            return null;
        }
        Duration unusual = usual.multipliedBy(FACTOR);
        return unusual.compareTo(EXPECTED_MIN) < 0 ? EXPECTED_MIN : unusual;
    }
}
