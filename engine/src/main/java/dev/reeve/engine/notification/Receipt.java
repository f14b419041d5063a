package dev.reeve.engine.notification;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What became of an attempt to send a message. */
public sealed interface Receipt {

    /** The receiver has it, and will not lose it. */
    record Delivered() implements Receipt {}

    /**
     * It was not delivered, as far as is known, and may be when it is tried again.
     *
     * @param error what went wrong, in a line
     * @param retryAfter how long the receiver asked to be left alone; null if it did not say
     * @param unreachable whether other messages to this receiver would fail as well, so that they wait, too
     */
    record Failed(String error, @Nullable Duration retryAfter, boolean unreachable) implements Receipt {}

    /** The receiver does not want it, or it may not be sent there: it is pointless to try again. */
    record Refused(String error) implements Receipt {}

    Receipt DELIVERED = new Delivered();
}
