package dev.reeve;

import dev.reeve.internal.values.OptionChecks;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Where webhooks may be sent, and how they are signed. Immutable; each method returns a changed copy. Only listed
 * destinations are allowed: anyone who may start executions could otherwise make this machine call any other.
 *
 * <pre>{@code WebhookOptions.secret(System.getenv("WEBHOOK_SECRET")).withAllowed("https://shop.example/hooks/")}</pre>
 *
 * @param secrets see {@link WebhookSignature#of}; the new and the old one during a change of secrets
 * @param allowed URI prefixes: scheme, host, port unless it is the default, and path. The host {@code *.example.com}
 *     covers any host below it, {@code *} any host
 * @param privateAddresses whether hosts may be on this machine or in its network; link-local addresses and the metadata
 *     of clouds are refused in any case
 * @param timeout of connecting, and of waiting for the answer
 */
public record WebhookOptions(List<String> secrets, List<URI> allowed, boolean privateAddresses, Duration timeout) {

    public WebhookOptions {
        secrets = List.copyOf(secrets);
        allowed = List.copyOf(allowed);
        OptionChecks.positive("timeout", timeout);
        WebhookSignature.of(secrets);
    }

    /**
     * Signs with this secret. No destination is allowed yet; add one with {@link #withAllowed}. The timeout is 10
     * seconds.
     *
     * @param secret as for {@link WebhookSignature#of}
     * @throws IllegalArgumentException if the secret is malformed; the message does not contain it
     */
    public static WebhookOptions secret(String secret) {
        return new WebhookOptions(List.of(secret), List.of(), false, Duration.ofSeconds(10));
    }

    /**
     * Adds the old secret during a change. Messages are signed with both secrets until all receivers know the new one.
     */
    public WebhookOptions withOldSecret(String old) {
        return new WebhookOptions(List.of(secrets.getFirst(), old), allowed, privateAddresses, timeout);
    }

    /**
     * Allows the destinations whose URIs begin with this prefix, in addition to those allowed so far.
     *
     * @throws dev.reeve.ReeveException if the text is not a prefix of a webhook URI
     */
    public WebhookOptions withAllowed(String prefix) {
        List<URI> more = new ArrayList<>(allowed);
        more.add(prefix(prefix));
        return new WebhookOptions(secrets, more, privateAddresses, timeout);
    }

    /** Permits allowed hosts on this machine or in its network. */
    public WebhookOptions withPrivateAddresses() {
        return new WebhookOptions(secrets, allowed, true, timeout);
    }

    /** Sets the timeout of connecting, and of waiting for the answer (default: 10 seconds). */
    public WebhookOptions withTimeout(Duration other) {
        return new WebhookOptions(secrets, allowed, privateAddresses, other);
    }

    /** Omits the secrets. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "webhooks to %s, timeout %s", allowed, timeout);
    }

    /** Checks a configured prefix. */
    private static URI prefix(String text) {
        try {
            // URI does not parse a star as a host, but keeps the authority as text.
            URI prefix = new URI(text);
            String authority = prefix.getRawAuthority();
            if (prefix.getScheme() == null
                    || !Set.of("https", "http").contains(prefix.getScheme().toLowerCase(Locale.ROOT))
                    || authority == null
                    || authority.contains("@")
                    || prefix.getRawQuery() != null
                    || prefix.getRawFragment() != null) {
                throw notAPrefix(text);
            }
            return prefix;
        } catch (URISyntaxException e) {
            throw notAPrefix(text);
        }
    }

    private static RuntimeException notAPrefix(String text) {
        return OptionChecks.invalid(
                "allowed: expected the beginning of a URI such as https://shop.example/hooks/, found '%s'"
                        .formatted(text));
    }
}
