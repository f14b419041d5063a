package dev.reeve.engine.webhook;

import dev.reeve.engine.runtime.Limits;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Where webhooks may be sent, and how they are signed. Immutable; each method gives a changed copy. Nothing is allowed that
 * is not named: whoever may start executions could otherwise have this machine call any other.
 *
 * <pre>{@code WebhookOptions.secret(System.getenv("WEBHOOK_SECRET")).allow("https://shop.example/hooks/")}</pre>
 *
 * @param secrets see {@link WebhookSignature#of}; the new one and the old one while they are changed
 * @param allowed the beginnings of URIs: scheme, host, port if it is not the usual one, and path. A host {@code *.example.com}
 *     is any below it, {@code *} any at all
 * @param privateAddresses whether hosts may have addresses that are not public: this machine, its network, a cloud's metadata
 * @param timeout of connecting, and of waiting for the answer
 */
public record WebhookOptions(List<String> secrets, List<URI> allowed, boolean privateAddresses, Duration timeout) {

    public WebhookOptions {
        secrets = List.copyOf(secrets);
        allowed = List.copyOf(allowed);
        Limits.positive("timeout", timeout);
        WebhookSignature.of(secrets);
    }

    public static WebhookOptions secret(String secret) {
        return new WebhookOptions(List.of(secret), List.of(), false, Duration.ofSeconds(10));
    }

    /** While the secret is changed: messages are signed with both, until all receivers know the new one. */
    public WebhookOptions oldSecret(String old) {
        return new WebhookOptions(List.of(secrets.getFirst(), old), allowed, privateAddresses, timeout);
    }

    /** @throws dev.reeve.engine.ReeveException if it is not the beginning of a URI that a webhook can have */
    public WebhookOptions allow(String prefix) {
        List<URI> more = new ArrayList<>(allowed);
        more.add(Destinations.prefix(prefix));
        return new WebhookOptions(secrets, more, privateAddresses, timeout);
    }

    /** Allowed hosts may also be on this machine or in its network. */
    public WebhookOptions allowPrivateAddresses() {
        return new WebhookOptions(secrets, allowed, true, timeout);
    }

    public WebhookOptions timeout(Duration other) {
        return new WebhookOptions(secrets, allowed, privateAddresses, other);
    }

    /** Without the secrets. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "webhooks to %s, timeout %s", allowed, timeout);
    }
}
