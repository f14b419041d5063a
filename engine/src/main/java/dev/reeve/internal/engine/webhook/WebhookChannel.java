package dev.reeve.internal.engine.webhook;

import dev.reeve.WebhookOptions;
import dev.reeve.WebhookSignature;
import dev.reeve.internal.engine.runtime.Background;
import dev.reeve.spi.MessageChannel;
import dev.reeve.spi.OutgoingMessage;
import dev.reeve.spi.Receipt;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends messages by HTTP POST: CloudEvents in their JSON form, signed as described in {@link WebhookSignature}. 2xx
 * means that the receiver has the message. 410 means that it wants no more messages. 429 and 503 may give the time of
 * the next attempt in {@code Retry-After}. After any other status the message is sent again later. Thread-safe.
 */
public final class WebhookChannel implements MessageChannel {

    private static final Logger LOG = LoggerFactory.getLogger(WebhookChannel.class);

    private static final int GONE = 410;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;

    private final WebhookOptions options;
    private final Destinations destinations;
    private final WebhookSignature signature;
    private final InstantSource clock;

    private WebhookChannel(WebhookOptions options, InstantSource clock) {
        this.options = options;
        this.destinations = new Destinations(options.allowed(), options.privateAddresses());
        this.signature = WebhookSignature.of(options.secrets());
        this.clock = clock;
    }

    public static WebhookChannel of(WebhookOptions options) {
        return of(options, InstantSource.system());
    }

    /**
     * @param clock the wall clock; receivers compare its time to reject old messages
     */
    static WebhookChannel of(WebhookOptions options, InstantSource clock) {
        return new WebhookChannel(options, clock);
    }

    @Override
    public Set<String> schemes() {
        return Destinations.SCHEMES;
    }

    @Override
    public void check(URI replyTo) {
        destinations.check(replyTo);
    }

    @Override
    public CompletionStage<Receipt> send(OutgoingMessage message) {
        CompletableFuture<Receipt> promise = new CompletableFuture<>();
        HttpPost post = new HttpPost(message.replyTo(), options.timeout());
        CompletionStage<Receipt> ending = promise;
        // Also ends the request if the caller gives up waiting.
        ending.whenComplete((receipt, error) -> close(post));
        Background.start("reeve-webhook", () -> promise.complete(send(message, post)));
        return promise;
    }

    private static void close(HttpPost post) {
        try {
            post.close();
        } catch (IOException e) {
            LOG.debug("a connection of a webhook could not be closed", e);
        }
    }

    private Receipt send(OutgoingMessage message, HttpPost post) {
        try {
            InetAddress address = destinations.resolve(message.replyTo().getHost());
            String body = message.cloudEvent();
            Instant now = clock.instant();
            Map<String, String> headers = new LinkedHashMap<>();
            headers.put("Content-Type", OutgoingMessage.MEDIA_TYPE);
            headers.put("User-Agent", "reeve");
            headers.put("webhook-id", message.id());
            headers.put("webhook-timestamp", String.valueOf(now.getEpochSecond()));
            headers.put("webhook-signature", signature.sign(message.id(), now, body));
            String span = message.traceparent();
            if (span != null) {
                headers.put("traceparent", span);
            }
            return receipt(post.send(address, headers, body));
        } catch (Destinations.Forbidden e) {
            return new Receipt.Refused(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return new Receipt.Failed(e.toString(), null, true);
        } catch (RuntimeException e) {
            LOG.warn("a webhook could not be sent", e);
            return new Receipt.Failed(e.toString(), null, false);
        }
    }

    private static Receipt receipt(HttpPost.Head head) {
        int status = head.status();
        String error = "it answered with HTTP " + status;
        if (status >= 200 && status < 300) {
            return Receipt.DELIVERED;
        }
        if (status < 400) {
            return new Receipt.Failed(error + "; redirects are not followed", null, false);
        }
        if (status == GONE) {
            return new Receipt.Refused(error);
        }
        boolean others = status == REQUEST_TIMEOUT || status == TOO_MANY_REQUESTS || status >= 500;
        return new Receipt.Failed(error, others ? retryAfter(head.headers()) : null, others);
    }

    /** The value is in seconds, or a date, which is compared with the receiver's own date. */
    private static @Nullable Duration retryAfter(Map<String, String> headers) {
        String asked = headers.get("retry-after");
        if (asked == null) {
            return null;
        }
        try {
            if (asked.matches("[0-9]{1,9}")) {
                return Duration.ofSeconds(Long.parseLong(asked));
            }
            Instant until = date(asked);
            Instant now = date(String.valueOf(headers.get("date")));
            return until.isAfter(now) ? Duration.between(now, until) : null;
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static Instant date(String text) {
        return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text));
    }
}
