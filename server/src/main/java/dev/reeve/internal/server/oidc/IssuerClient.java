package dev.reeve.internal.server.oidc;

import dev.reeve.ReeveException;
import dev.reeve.internal.values.JsonText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the keys of an issuer. Asks only the addresses of the settings, and the one that the issuer itself names.
 * Follows no redirection. Thread-safe.
 */
final class IssuerClient implements Supplier<CompletableFuture<List<SigningKey>>>, AutoCloseable {

    /** Of an answer. Real ones have some kilobytes. */
    static final int BYTES_MAX = 512 << 10;

    static final int KEYS_MAX = 100;

    private static final String DISCOVERY = "/.well-known/openid-configuration";

    private final OidcSettings settings;
    private final Duration patience;
    private final HttpClient client;

    /**
     * @param patience for a whole answer
     */
    IssuerClient(OidcSettings settings, Duration patience) {
        this.settings = settings;
        this.patience = patience;
        this.client = HttpClient.newBuilder()
                .connectTimeout(patience)
                .followRedirects(HttpClient.Redirect.NEVER)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    /** The keys of now. */
    @Override
    public CompletableFuture<List<SigningKey>> get() {
        URI known = settings.keys();
        CompletableFuture<URI> address = known == null
                ? read(discovery()).thenApply(this::keysAddress)
                : CompletableFuture.completedFuture(known);
        return address.thenCompose(this::read).thenApply(IssuerClient::keys);
    }

    private URI discovery() {
        String issuer = settings.issuer();
        String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
        return URI.create(base + DISCOVERY);
    }

    private URI keysAddress(Map<?, ?> description) {
        if (!settings.issuer().equals(description.get("issuer"))) {
            throw unusable("it describes the issuer '%s': oidc.issuer has to be the same text, and is '%s'"
                    .formatted(shown(description.get("issuer")), settings.issuer()));
        }
        try {
            return OidcSettings.address("its jwks_uri", shown(description.get("jwks_uri")));
        } catch (ReeveException e) {
            throw unusable(String.valueOf(e.getMessage()));
        }
    }

    private static List<SigningKey> keys(Map<?, ?> set) {
        if (!(set.get("keys") instanceof List<?> keys) || keys.size() > KEYS_MAX) {
            throw unusable("it is no set of at most %d keys".formatted(KEYS_MAX));
        }
        List<SigningKey> usable = keys.stream()
                .<SigningKey>mapMulti((key, found) -> {
                    if (key instanceof Map<?, ?> members) {
                        SigningKey.parse(members).ifPresent(found);
                    }
                })
                .toList();
        if (usable.isEmpty()) { // a mistake of a moment must not withdraw all known keys
            throw unusable("none of its %d keys can be used".formatted(keys.size()));
        }
        return usable;
    }

    /** Reads a JSON object. Cancels the request when the time is over. */
    private CompletableFuture<Map<?, ?>> read(URI address) {
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(patience)
                .header("Accept", "application/json")
                .build();
        CompletableFuture<HttpResponse<Optional<String>>> sent =
                client.sendAsync(request, head -> new Text(head.statusCode() == 200 ? BYTES_MAX : 0));
        return sent.copy()
                .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((answer, error) -> {
                    if (error != null) {
                        sent.cancel(true); // nothing is left if it is done
                    }
                })
                .thenApply(answer -> object(address, answer));
    }

    private static Map<?, ?> object(URI address, HttpResponse<Optional<String>> answer) {
        if (answer.statusCode() != 200) {
            throw unusable("%s answers with the status %d".formatted(address, answer.statusCode()));
        }
        String text = answer.body()
                .orElseThrow(() -> unusable("the answer of %s has more than %,d bytes".formatted(address, BYTES_MAX)));
        if (JsonText.value(JsonText.checked(text, "the answer of " + address, BYTES_MAX)) instanceof Map<?, ?> found) {
            return found;
        }
        throw unusable("the answer of %s is no object".formatted(address));
    }

    private static String shown(@Nullable Object text) {
        String all = String.valueOf(text).replaceAll("\\p{Cntrl}", "?");
        return all.length() > 200 ? all.substring(0, 200) + "…" : all;
    }

    private static CompletionException unusable(String message) {
        return new CompletionException(new IOException(message));
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    /** A body up to a limit. Stops reading at the limit, and is empty then. For one thread. */
    private static final class Text implements HttpResponse.BodySubscriber<Optional<String>> {

        private final int max;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final CompletableFuture<Optional<String>> body = new CompletableFuture<>();
        private Flow.@Nullable Subscription subscription;

        Text(int max) {
            this.max = max;
        }

        @Override
        public CompletionStage<Optional<String>> getBody() {
            return body;
        }

        @Override
        public void onSubscribe(Flow.Subscription wanted) {
            subscription = wanted;
            wanted.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            for (ByteBuffer buffer : buffers) {
                if (bytes.size() + buffer.remaining() > max) {
                    if (subscription != null) {
                        subscription.cancel();
                    }
                    body.complete(Optional.empty());
                    return;
                }
                byte[] part = new byte[buffer.remaining()];
                buffer.get(part);
                bytes.writeBytes(part);
            }
        }

        @Override
        public void onError(Throwable error) {
            body.completeExceptionally(error);
        }

        @Override
        public void onComplete() {
            body.complete(Optional.of(bytes.toString(StandardCharsets.UTF_8)));
        }
    }
}
