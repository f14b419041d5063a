package dev.reeve.internal.engine.notification;

import dev.reeve.DeliveryOptions;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The wait after a delivery that failed. */
final class DeliveryBackoff {

    private static final Duration RETRY_AFTER_MAX = Duration.ofDays(1);

    private DeliveryBackoff() {}

    /**
     * The delay after a failure. Half of it is random, so that retries do not coincide.
     *
     * @param failures number of earlier failures
     * @param asked the delay that the receiver requested; null if it did not
     */
    static Duration after(DeliveryOptions options, int failures, @Nullable Duration asked, RandomGenerator random) {
        Duration length = options.backoffMin();
        for (int i = 0; i < failures && length.compareTo(options.backoffMax()) < 0; i++) {
            length = length.multipliedBy(2);
        }
        long nanos = Math.min(length.toNanos(), options.backoffMax().toNanos());
        Duration wait = Duration.ofNanos(nanos / 2 + random.nextLong(nanos / 2 + 1));
        if (asked == null || asked.compareTo(wait) <= 0) {
            return wait;
        }
        return asked.compareTo(RETRY_AFTER_MAX) < 0 ? asked : RETRY_AFTER_MAX;
    }
}
