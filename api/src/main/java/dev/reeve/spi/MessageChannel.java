package dev.reeve.spi;

import dev.reeve.DeliveryOptions;
import dev.reeve.NotificationOptions;
import dev.reeve.WebhookOptions;
import dev.reeve.internal.provider.Providers;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Delivers messages to receivers: webhooks, a queue, a topic. Implement it to send messages through a broker, and pass
 * it to {@link NotificationOptions}. The scheme of a {@code replyTo} selects the channel. Implementations must be
 * thread-safe.
 */
public interface MessageChannel extends AutoCloseable {

    /** Sends messages as signed webhooks. */
    static MessageChannel webhook(WebhookOptions options) {
        return Providers.reeve().webhook(options);
    }

    /** The URI schemes that this channel serves, in lower case: {@code https}, {@code kafka}. */
    Set<String> schemes();

    /**
     * Checks whether messages may be sent to this URI, without network access.
     *
     * @throws IllegalArgumentException if they may not; the message says what to change
     */
    void check(URI replyTo);

    /**
     * Sends a message. Must not block: perform slow work on another thread.
     *
     * @return completed with the outcome, on any thread. After the timeout of {@link DeliveryOptions} it is cancelled,
     *     and should release its resources
     */
    CompletionStage<Receipt> send(OutgoingMessage message);

    /** Releases all resources. */
    @Override
    default void close() {}
}
