package dev.reeve;

import dev.reeve.internal.values.OptionChecks;
import java.time.Duration;

/**
 * How messages are delivered.
 *
 * @param inFlightMax maximum number of messages in flight (default 128)
 * @param perReceiverMax maximum number of messages in flight to one receiver (default 16)
 * @param timeout timeout of an attempt (default 15 seconds)
 * @param backoffMin approximate delay after the first failure; doubles after each further one (default 1
 *     second)
 * @param backoffMax maximum delay, unless the receiver asks for more (default 10 minutes)
 * @param giveUpAfter how long a message is retried before it is given up and needs a person (default 3
 *     days)
 * @param pollInterval how often to poll the store without a signal (default 2 seconds)
 */
public record DeliveryOptions(
        int inFlightMax,
        int perReceiverMax,
        Duration timeout,
        Duration backoffMin,
        Duration backoffMax,
        Duration giveUpAfter,
        Duration pollInterval) {

    private static final DeliveryOptions DEFAULTS = new DeliveryOptions(
            128,
            16,
            Duration.ofSeconds(15),
            Duration.ofSeconds(1),
            Duration.ofMinutes(10),
            Duration.ofDays(3),
            Duration.ofSeconds(2));

    public DeliveryOptions {
        OptionChecks.atLeast(1, "inFlightMax", inFlightMax);
        OptionChecks.atLeast(1, "perReceiverMax", perReceiverMax);
        OptionChecks.positive("timeout", timeout);
        OptionChecks.positive("backoffMin", backoffMin);
        OptionChecks.positive("backoffMax", backoffMax);
        OptionChecks.positive("giveUpAfter", giveUpAfter);
        OptionChecks.positive("pollInterval", pollInterval);
        if (backoffMax.compareTo(backoffMin) < 0) {
            throw OptionChecks.invalid(
                    "backoffMax: expected backoffMin (%s) or more, found %s".formatted(backoffMin, backoffMax));
        }
    }

    /** The defaults. */
    public static DeliveryOptions defaults() {
        return DEFAULTS;
    }

    /** Sets the timeout of an attempt. */
    public DeliveryOptions withTimeout(Duration other) {
        return new DeliveryOptions(
                inFlightMax, perReceiverMax, other, backoffMin, backoffMax, giveUpAfter, pollInterval);
    }

    /** Sets the delay after the first failure, and the maximum delay. */
    public DeliveryOptions withBackoff(Duration min, Duration max) {
        return new DeliveryOptions(inFlightMax, perReceiverMax, timeout, min, max, giveUpAfter, pollInterval);
    }

    /** Sets how long a message is retried before it is given up. */
    public DeliveryOptions withGiveUpAfter(Duration other) {
        return new DeliveryOptions(inFlightMax, perReceiverMax, timeout, backoffMin, backoffMax, other, pollInterval);
    }

    /** Sets the maximum number of messages that are being sent. */
    public DeliveryOptions withInFlightMax(int other) {
        return new DeliveryOptions(other, perReceiverMax, timeout, backoffMin, backoffMax, giveUpAfter, pollInterval);
    }

    /** Sets the maximum number of messages that are being sent to one receiver. */
    public DeliveryOptions withPerReceiverMax(int other) {
        return new DeliveryOptions(inFlightMax, other, timeout, backoffMin, backoffMax, giveUpAfter, pollInterval);
    }

    /** Sets the pause between two reads of the outbox. */
    public DeliveryOptions withPollInterval(Duration other) {
        return new DeliveryOptions(inFlightMax, perReceiverMax, timeout, backoffMin, backoffMax, giveUpAfter, other);
    }
}
