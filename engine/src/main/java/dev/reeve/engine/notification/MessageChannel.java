package dev.reeve.engine.notification;

import java.net.URI;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * A way to receivers: webhooks, a queue, a topic. Implement it to send messages through a broker, and give it to
 * {@link NotificationOptions}; the scheme of a {@code replyTo} says which channel it goes through. Thread-safe.
 */
public interface MessageChannel extends AutoCloseable {

    /** The schemes of the URIs that it serves, in lower case: {@code https}, {@code kafka}. */
    Set<String> schemes();

    /**
     * Whether messages may be sent to this URI at all, as far as it can be told without asking anybody.
     *
     * @throws IllegalArgumentException if not; the message says what to change
     */
    void check(URI replyTo);

    /**
     * Sends a message. Must not block: whatever takes time is done elsewhere.
     *
     * @return completed, on any thread, with what became of it. Nobody waits for longer than the timeout of
     *     {@link DeliveryOptions}; it is cancelled then, and should give up what it holds
     */
    CompletionStage<Receipt> send(OutgoingMessage message);

    /** Gives everything back. */
    @Override
    default void close() {}
}
