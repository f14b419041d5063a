package dev.reeve.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The outcome of an attempt to send a message. */
public sealed interface Receipt {

    /** The receiver has the message, and will not lose it. */
    record Delivered() implements Receipt {}

    /**
     * As far as is known, the message was not delivered. A retry may succeed.
     *
     * @param error the problem, in one line
     * @param retryAfter the delay that the receiver requested; null if it did not say
     * @param unreachable whether other messages to this receiver would fail as well, so that they wait too
     */
    record Failed(String error, @Nullable Duration retryAfter, boolean unreachable) implements Receipt {}

    /**
     * The receiver rejects the message, or the URI is not allowed. A retry is pointless.
     *
     * @param error the problem, in one line
     */
    record Refused(String error) implements Receipt {}

    /** The receiver has the message. */
    Receipt DELIVERED = new Delivered();
}
