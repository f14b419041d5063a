package dev.reeve;

import dev.reeve.internal.values.OptionChecks;
import dev.reeve.spi.MessageChannel;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * The permitted receivers of status messages, and the channels to them. Immutable; each method returns a changed copy.
 *
 * <pre>{@code
 * NotificationOptions.defaults()
 *     .withChannel(MessageChannel.webhook(
 *         WebhookOptions.secret(System.getenv("WEBHOOK_SECRET")).withAllowed("https://shop.example/hooks/")))
 * }</pre>
 *
 * @param channels the message channels; without any, no messages are sent. Closed with the node
 * @param source the sender of the messages: the {@code source} of CloudEvents, a URI or the path of one (default {@code
 *     /reeve})
 * @param delivery how messages are delivered
 * @param alerts the receivers of alerts
 */
public record NotificationOptions(
        List<MessageChannel> channels, String source, DeliveryOptions delivery, AlertOptions alerts) {

    private static final NotificationOptions DEFAULTS =
            new NotificationOptions(List.of(), "/reeve", DeliveryOptions.defaults(), AlertOptions.defaults());

    public NotificationOptions {
        channels = List.copyOf(channels);
        if (source.isBlank()) {
            throw OptionChecks.invalid("source: expected a URI or the path of one, found nothing");
        }
        URI.create(source);
        List<String> schemes = new ArrayList<>();
        for (MessageChannel channel : channels) {
            for (String scheme : channel.schemes()) {
                if (schemes.contains(scheme)) {
                    throw OptionChecks.invalid(
                            "channels: expected one for each scheme, found two for '%s'".formatted(scheme));
                }
                schemes.add(scheme);
            }
        }
    }

    /** Sends no messages. Escalations are only logged. */
    public static NotificationOptions defaults() {
        return DEFAULTS;
    }

    /** Adds a channel. No two channels may have the same scheme. */
    public NotificationOptions withChannel(MessageChannel channel) {
        List<MessageChannel> more = new ArrayList<>(channels);
        more.add(channel);
        return new NotificationOptions(more, source, delivery, alerts);
    }

    /** Sets the sender of the messages. */
    public NotificationOptions withSource(String other) {
        return new NotificationOptions(channels, other, delivery, alerts);
    }

    /** Sets how messages are delivered. */
    public NotificationOptions withDelivery(DeliveryOptions other) {
        return new NotificationOptions(channels, source, other, alerts);
    }

    /** Sets the receivers of alerts. */
    public NotificationOptions withAlerts(AlertOptions other) {
        return new NotificationOptions(channels, source, delivery, other);
    }

    /** Whether no messages are sent. */
    public boolean isOff() {
        return channels.isEmpty();
    }
}
