package dev.reeve.agent.http;

import dev.reeve.internal.values.Limits;
import dev.reeve.internal.values.OptionChecks;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Which services an {@link HttpAction} may call, and how. Immutable; each method returns a changed copy. Only listed
 * destinations are called: a definition, or the input of an execution, could otherwise make this machine call any
 * other.
 *
 * <pre>{@code
 * HttpActionOptions.allowing("https://api.example.org")
 *         .withPrivateDestinations("http://stock.internal:8080")
 *         .withSecret("payments", () -> System.getenv("PAYMENTS_KEY"), "https://api.example.org");
 * }</pre>
 *
 * <p>A destination is an origin: a scheme, a host, and a port unless it is the usual one. Its host must have public
 * addresses only. A destination that is itself an address of this machine or of its network, such as {@code
 * http://127.0.0.1:9000}, is called as well.
 */
public final class HttpActionOptions {

    /** The default maximum size of an answer, in bytes. */
    public static final int RESPONSE_MAX_DEFAULT = 512 * 1024;

    private static final Duration TIMEOUT_DEFAULT = Duration.ofSeconds(30);
    private static final int RESPONSE_MIN = 1_024;

    private final Set<Origin> allowed;
    private final Set<Origin> privateOnes;
    private final Map<String, Secret> secrets;
    private final Duration timeout;
    private final int responseMax;

    private HttpActionOptions(
            Set<Origin> allowed,
            Set<Origin> privateOnes,
            Map<String, Secret> secrets,
            Duration timeout,
            int responseMax) {
        this.allowed = allowed;
        this.privateOnes = privateOnes;
        this.secrets = secrets;
        this.timeout = timeout;
        this.responseMax = responseMax;
    }

    /**
     * Options with these destinations.
     *
     * @throws dev.reeve.ReeveException if a text is not an origin
     */
    public static HttpActionOptions allowing(String... origins) {
        return new HttpActionOptions(Set.of(), Set.of(), Map.of(), TIMEOUT_DEFAULT, RESPONSE_MAX_DEFAULT)
                .withDestinations(origins);
    }

    /** Adds destinations with public addresses. */
    public HttpActionOptions withDestinations(String... origins) {
        Set<Origin> more = origins(origins);
        Set<Origin> literal = more.stream().filter(Origin::isPrivateLiteral).collect(Collectors.toSet());
        return new HttpActionOptions(union(allowed, more), union(privateOnes, literal), secrets, timeout, responseMax);
    }

    /**
     * Adds destinations whose names may mean this machine or its network. Link-local addresses and the metadata of
     * clouds are not called under these names either.
     */
    public HttpActionOptions withPrivateDestinations(String... origins) {
        Set<Origin> more = origins(origins);
        return new HttpActionOptions(union(allowed, more), union(privateOnes, more), secrets, timeout, responseMax);
    }

    /**
     * Adds a secret for headers. A definition refers to it as {@code secret://name}, so its value is in no definition
     * and no history.
     *
     * @param name small letters, digits, dots, {@code _} and {@code -}; at most 63 characters
     * @param value asked for each time the secret is used; at least 8 characters
     * @param origins the only destinations that receive it: ones added before, with https or private
     * @throws dev.reeve.ReeveException if an origin is not allowed, or would receive the secret in clear text
     */
    public HttpActionOptions withSecret(String name, Supplier<String> value, String... origins) {
        Secret secret = new Secret(name, value, origins(origins));
        for (Origin origin : secret.origins()) {
            if (!allowed.contains(origin)) {
                throw OptionChecks.invalid(
                        "the secret %s is for %s, which is not among the destinations %s: add it, or correct it"
                                .formatted(name, origin, allowed));
            }
            if (!origin.isSecure() && !privateOnes.contains(origin)) {
                throw OptionChecks.invalid(
                        "the secret %s is for %s, and would travel in clear text: use https".formatted(name, origin));
            }
        }
        Map<String, Secret> more = new LinkedHashMap<>(secrets);
        more.put(name, secret);
        return new HttpActionOptions(allowed, privateOnes, Map.copyOf(more), timeout, responseMax);
    }

    /** Sets the maximum time of one request (default: 30 seconds). It also ends with the attempt. */
    public HttpActionOptions withTimeout(Duration timeout) {
        OptionChecks.positive("timeout", timeout);
        return new HttpActionOptions(allowed, privateOnes, secrets, timeout, responseMax);
    }

    /** Sets the maximum size of an answer in bytes (default: 512 KiB): from 1 KiB to the limit of payloads, 1 MiB. */
    public HttpActionOptions withResponseMax(int bytes) {
        if (bytes < RESPONSE_MIN || bytes > Limits.DEFAULT.payloadBytes()) {
            throw OptionChecks.invalid("responseMax: expected %d to %d, found %d"
                    .formatted(RESPONSE_MIN, Limits.DEFAULT.payloadBytes(), bytes));
        }
        return new HttpActionOptions(allowed, privateOnes, secrets, timeout, bytes);
    }

    /**
     * Reads each secret once, so that one that cannot be sent is noticed before it is used.
     *
     * @throws dev.reeve.ReeveException if a value is missing, too short or too long, or does not fit into a header
     */
    public void checkSecrets() {
        secrets.forEach((name, secret) -> {
            String value = secret.value().get();
            String problem = value == null ? "has no value" : Secret.problem(value);
            if (!problem.isEmpty()) {
                throw OptionChecks.invalid("the secret %s %s".formatted(name, problem));
            }
        });
    }

    private static Set<Origin> origins(String... texts) {
        return Arrays.stream(texts).map(Origin::configured).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Set<Origin> union(Set<Origin> some, Set<Origin> more) {
        Set<Origin> all = new LinkedHashSet<>(some);
        all.addAll(more);
        return all;
    }

    Destinations destinations(Destinations.Lookup lookup) {
        return new Destinations(allowed, privateOnes, lookup);
    }

    Map<String, Secret> secrets() {
        return secrets;
    }

    Duration timeout() {
        return timeout;
    }

    int responseMax() {
        return responseMax;
    }

    /** Omits the secrets. */
    @Override
    public String toString() {
        return "http to %s, timeout %s"
                .formatted(allowed.stream().map(Origin::toString).sorted().collect(Collectors.toList()), timeout);
    }

    /** The names of the secrets, for messages. */
    List<String> secretNames() {
        return secrets.keySet().stream().sorted().toList();
    }
}
