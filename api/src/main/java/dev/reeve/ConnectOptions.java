package dev.reeve;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * How {@link Reeve#connect(ConnectOptions)} reaches a server. Immutable; each method returns a changed copy.
 *
 * <pre>{@code
 * Reeve.connect(ConnectOptions.to(URI.create("https://a.example.com"), URI.create("https://b.example.com"))
 *         .withCredentials(Credentials.apiKey(key))
 *         .withTimeout(Duration.ofSeconds(10)));
 * }</pre>
 *
 * @param servers the addresses of servers that share a store. The client stays with one, and goes on to the next when
 *     it is away
 * @param credentials how the client proves who it is
 * @param timeout for each call, with its repetitions. Waiting for the end of an execution has its own time
 * @param clearTextAllowed whether a key may travel without TLS to another machine
 */
public record ConnectOptions(List<URI> servers, Credentials credentials, Duration timeout, boolean clearTextAllowed) {

    /** The default of {@code timeout}: 30 seconds. */
    public static final Duration TIMEOUT_DEFAULT = Duration.ofSeconds(30);

    /** The maximum of {@code timeout}: 10 minutes. */
    public static final Duration TIMEOUT_MAX = Duration.ofMinutes(10);

    /**
     * Checks the options.
     *
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if there is no server, an address is not that of a server,
     *     or the timeout is out of range
     */
    public ConnectOptions {
        servers = List.copyOf(servers);
        if (servers.isEmpty()) {
            throw invalid("servers: expected at least one address");
        }
        servers.forEach(ConnectOptions::check);
        if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(TIMEOUT_MAX) > 0) {
            throw invalid("timeout: expected more than zero and at most %s, found %s".formatted(TIMEOUT_MAX, timeout));
        }
    }

    /**
     * The address of a server, or of several that share a store.
     *
     * @param servers such as {@code https://reeve.example.com}: {@code http} or {@code https}, without a query. A path
     *     is put before the paths of the API
     */
    public static ConnectOptions to(URI... servers) {
        return new ConnectOptions(List.of(servers), Credentials.none(), TIMEOUT_DEFAULT, false);
    }

    /** Sets how the client proves who it is (default: not at all). */
    public ConnectOptions withCredentials(Credentials wanted) {
        return new ConnectOptions(servers, wanted, timeout, clearTextAllowed);
    }

    /** Sets the timeout of each call (default: 30 seconds). */
    public ConnectOptions withTimeout(Duration wanted) {
        return new ConnectOptions(servers, credentials, wanted, clearTextAllowed);
    }

    /**
     * Allows a key to travel without TLS to another machine, such as inside a cluster that encrypts below. Without this
     * call a key goes only to {@code https} addresses and to the loopback addresses of this machine.
     */
    public ConnectOptions withKeyInClearText() {
        return new ConnectOptions(servers, credentials, timeout, true);
    }

    private static void check(URI server) {
        String scheme = server.getScheme() == null ? "" : server.getScheme().toLowerCase(Locale.ROOT);
        // the address itself is not shown, because it may hold a secret
        if (!List.of("http", "https").contains(scheme)
                || server.getHost() == null
                || server.getRawQuery() != null
                || server.getRawFragment() != null
                || server.getRawUserInfo() != null) {
            throw invalid(
                    "servers: expected an address such as https://reeve.example.com, without user, query and fragment; found one with scheme '%s' and host '%s'"
                            .formatted(scheme, server.getHost()));
        }
    }

    private static ReeveException invalid(String message) {
        return ReeveException.of(ErrorCode.INVALID_INPUT, message);
    }
}
