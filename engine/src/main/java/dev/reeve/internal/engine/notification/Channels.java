package dev.reeve.internal.engine.notification;

import dev.reeve.spi.MessageChannel;
import dev.reeve.spi.OutgoingMessage;
import dev.reeve.spi.Receipt;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The message channels, selected by the scheme of the URI. Thread-safe. */
public final class Channels {

    private final List<MessageChannel> channels;

    public Channels(List<MessageChannel> channels) {
        this.channels = List.copyOf(channels);
    }

    /**
     * @throws IllegalArgumentException if this URI is not a permitted receiver; the message says what to change
     */
    public void check(URI replyTo) {
        String scheme = replyTo.getScheme();
        if (scheme == null) {
            throw new IllegalArgumentException(
                    "expected an absolute URI such as https://shop.example/hooks, found '%s'".formatted(replyTo));
        }
        MessageChannel channel = find(replyTo);
        if (channel == null) {
            List<String> known = new ArrayList<>();
            channels.forEach(each -> known.addAll(each.schemes()));
            throw new IllegalArgumentException(
                    known.isEmpty()
                            ? "no channel is configured; add one to NotificationOptions"
                            : "there is no channel for '%s', only for %s; use one of these, or configure a channel"
                                    .formatted(scheme, known));
        }
        channel.check(replyTo);
    }

    private @Nullable MessageChannel find(URI replyTo) {
        String scheme = String.valueOf(replyTo.getScheme()).toLowerCase(Locale.ROOT);
        for (MessageChannel channel : channels) {
            if (channel.schemes().contains(scheme)) {
                return channel;
            }
        }
        return null;
    }

    /** Never throws: an exception of a channel is a failure of this message. */
    CompletionStage<Receipt> send(OutgoingMessage message) {
        try {
            check(message.replyTo());
            MessageChannel channel = find(message.replyTo());
            if (channel != null) {
                return channel.send(message);
            }
            return CompletableFuture.completedStage(new Receipt.Refused("there is no channel for it any more"));
        } catch (IllegalArgumentException e) {
            return CompletableFuture.completedStage(new Receipt.Refused(String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            return CompletableFuture.completedStage(new Receipt.Failed("a mistake in the channel: " + e, null, false));
        }
    }

    public void close() {
        channels.forEach(MessageChannel::close);
    }
}
