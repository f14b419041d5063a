package dev.reeve.agent.http;

import dev.reeve.WebhookSignature;
import dev.reeve.internal.values.Limits;
import dev.reeve.internal.values.OptionChecks;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The endpoint of a service that a {@link Push} calls, and how. Immutable; each method returns a changed copy.
 *
 * <pre>{@code
 * PushOptions.to("https://orders.example.org/reeve", () -> List.of(System.getenv("ORDERS_SECRET")));
 * }</pre>
 *
 * <p>The host must have public addresses only, unless it is itself an address of this machine or of its network, or
 * {@link #withPrivateDestination} allows it.
 */
public final class PushOptions {

    private static final Duration TIMEOUT_DEFAULT = Duration.ofSeconds(30);
    private static final int RESPONSE_MIN = 1_024;

    private final URI url;
    private final Origin origin;
    private final boolean privateOne;
    private final Supplier<List<String>> secrets;
    private final String namespace;
    private final Duration timeout;
    private final int responseMax;

    private PushOptions(
            URI url,
            Origin origin,
            boolean privateOne,
            Supplier<List<String>> secrets,
            String namespace,
            Duration timeout,
            int responseMax) {
        this.url = url;
        this.origin = origin;
        this.privateOne = privateOne;
        this.secrets = secrets;
        this.namespace = namespace;
        this.timeout = timeout;
        this.responseMax = responseMax;
    }

    /**
     * Options with this endpoint.
     *
     * @param url with {@code https}; {@code http} only for a private destination
     * @param secrets one, or two while receivers change from one to the other; see {@link WebhookSignature}. Asked for
     *     each request
     * @throws dev.reeve.ReeveException if the text is no such URL
     */
    public static PushOptions to(String url, Supplier<List<String>> secrets) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            throw invalid(url);
        }
        Origin origin = Origin.of(uri).orElseThrow(() -> invalid(url));
        if (uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            throw invalid(url);
        }
        return new PushOptions(
                uri,
                origin,
                origin.isPrivateLiteral(),
                secrets,
                "default",
                TIMEOUT_DEFAULT,
                HttpActionOptions.RESPONSE_MAX_DEFAULT);
    }

    private static RuntimeException invalid(String url) {
        return OptionChecks.invalid(
                "expected a URL such as https://orders.example.org/reeve, without a user and without #, found '%s'"
                        .formatted(Redaction.bounded(url.replaceFirst("//[^/]*@", "//***@"), 200)));
    }

    /**
     * Allows that the name of the host means this machine or its network. Link-local addresses and the metadata of
     * clouds are not called under this name either.
     */
    public PushOptions withPrivateDestination() {
        return new PushOptions(url, origin, true, secrets, namespace, timeout, responseMax);
    }

    /** Sets the namespace that the documents name (default: {@code default}): that of the agent. */
    public PushOptions withNamespace(String namespace) {
        return new PushOptions(url, origin, privateOne, secrets, namespace, timeout, responseMax);
    }

    /** Sets the maximum time of one request (default: 30 seconds). It also ends with the attempt. */
    public PushOptions withTimeout(Duration timeout) {
        OptionChecks.positive("timeout", timeout);
        return new PushOptions(url, origin, privateOne, secrets, namespace, timeout, responseMax);
    }

    /** Sets the maximum size of an answer in bytes (default: 512 KiB): from 1 KiB to the limit of payloads, 1 MiB. */
    public PushOptions withResponseMax(int bytes) {
        if (bytes < RESPONSE_MIN || bytes > Limits.DEFAULT.payloadBytes()) {
            throw OptionChecks.invalid("responseMax: expected %d to %d, found %d"
                    .formatted(RESPONSE_MIN, Limits.DEFAULT.payloadBytes(), bytes));
        }
        return new PushOptions(url, origin, privateOne, secrets, namespace, timeout, bytes);
    }

    /**
     * Checks what is known before the first request, and reads the secrets once.
     *
     * @throws dev.reeve.ReeveException if data would travel in clear text, or a secret is missing or malformed
     */
    public void check() {
        if (!origin.isSecure() && !privateOne) {
            throw OptionChecks.invalid(
                    "%s is public, and data and tokens would travel to it in clear text: use https".formatted(origin));
        }
        try {
            WebhookSignature unused = signature();
        } catch (IllegalArgumentException e) {
            throw OptionChecks.invalid("the secret for %s: %s".formatted(origin, e.getMessage()));
        }
    }

    /** @throws IllegalArgumentException if a secret is malformed; the message does not contain it */
    WebhookSignature signature() {
        return WebhookSignature.of(secrets.get());
    }

    Destinations destinations(Destinations.Lookup lookup) {
        Set<Origin> one = Set.of(origin);
        return new Destinations(one, privateOne ? one : Set.of(), lookup);
    }

    URI url() {
        return url;
    }

    String namespace() {
        return namespace;
    }

    Duration timeout() {
        return timeout;
    }

    int responseMax() {
        return responseMax;
    }

    /** Omits the secrets, and the path, which may be one. */
    @Override
    public String toString() {
        return "push to %s, timeout %s".formatted(origin, timeout);
    }
}
