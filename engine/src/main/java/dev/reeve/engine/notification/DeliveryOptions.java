package dev.reeve.engine.notification;

import dev.reeve.engine.runtime.Limits;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How messages are delivered.
 *
 * @param inFlightMax maximum number of messages in flight
 * @param perReceiverMax maximum number of messages in flight to one receiver
 * @param timeout timeout of an attempt
 * @param backoffMin approximate delay after the first failure; doubles after each further one
 * @param backoffMax maximum delay, unless the receiver asks for more
 * @param giveUpAfter how long a message is retried before it is given up and needs a person
 * @param pollInterval how often to poll the store without a signal
 */
public record DeliveryOptions(
        int inFlightMax,
        int perReceiverMax,
        Duration timeout,
        Duration backoffMin,
        Duration backoffMax,
        Duration giveUpAfter,
        Duration pollInterval) {

    private static final Duration RETRY_AFTER_MAX = Duration.ofDays(1);

    public static final DeliveryOptions DEFAULT = new DeliveryOptions(
            128,
            16,
            Duration.ofSeconds(15),
            Duration.ofSeconds(1),
            Duration.ofMinutes(10),
            Duration.ofDays(3),
            Duration.ofSeconds(2));

    public DeliveryOptions {
        Limits.atLeast(1, "inFlightMax", inFlightMax);
        Limits.atLeast(1, "perReceiverMax", perReceiverMax);
        Limits.positive("timeout", timeout);
        Limits.positive("backoffMin", backoffMin);
        Limits.positive("backoffMax", backoffMax);
        Limits.positive("giveUpAfter", giveUpAfter);
        Limits.positive("pollInterval", pollInterval);
        if (backoffMax.compareTo(backoffMin) < 0) {
            throw Limits.invalid(
                    "backoffMax: expected backoffMin (%s) or more, found %s".formatted(backoffMin, backoffMax));
        }
    }

    /**
     * The delay after a failure. Half of it is random, so that retries do not coincide.
     *
     * @param failures number of earlier failures
     * @param asked the delay that the receiver requested; null if it did not
     */
    Duration backoff(int failures, @Nullable Duration asked, RandomGenerator random) {
        Duration length = backoffMin;
        for (int i = 0; i < failures && length.compareTo(backoffMax) < 0; i++) {
            length = length.multipliedBy(2);
        }
        long nanos = Math.min(length.toNanos(), backoffMax.toNanos());
        Duration wait = Duration.ofNanos(nanos / 2 + random.nextLong(nanos / 2 + 1));
        if (asked == null || asked.compareTo(wait) <= 0) {
            return wait;
        }
        return asked.compareTo(RETRY_AFTER_MAX) < 0 ? asked : RETRY_AFTER_MAX;
    }

    public DeliveryOptions withTimeout(Duration other) {
        return new DeliveryOptions(
                inFlightMax, perReceiverMax, other, backoffMin, backoffMax, giveUpAfter, pollInterval);
    }

    public DeliveryOptions withBackoff(Duration min, Duration max) {
        return new DeliveryOptions(inFlightMax, perReceiverMax, timeout, min, max, giveUpAfter, pollInterval);
    }

    public DeliveryOptions withGiveUpAfter(Duration other) {
        return new DeliveryOptions(inFlightMax, perReceiverMax, timeout, backoffMin, backoffMax, other, pollInterval);
    }
}
