package dev.reeve.internal.server;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where a server listens, and its limits.
 *
 * @param host the address to bind; a name is resolved once
 * @param port 0 for any free one
 * @param tls the key store; null for plain HTTP
 * @param connectionsMax connections at a time; more wait in the queue of the operating system
 * @param idle after this time without a byte, or with bytes and without a request, a connection is closed; longer than
 *     any long poll
 * @param bodyTime within which a body must have arrived
 * @param drain how long stopping waits for the requests under way
 */
public record ListenOptions(
        String host,
        int port,
        @Nullable Tls tls,
        int connectionsMax,
        Duration idle,
        Duration bodyTime,
        Duration drain) {

    /** A long poll waits for at most 50 seconds. */
    private static final Duration IDLE = Duration.ofSeconds(75);

    /**
     * A key store in the format PKCS12.
     *
     * @param password of the store and of its key
     */
    public record Tls(Path keyStore, String password) {
        @Override
        public String toString() {
            return "Tls[" + keyStore + "]";
        }
    }

    /** On the loopback address. */
    public static ListenOptions loopback(int port) {
        return new ListenOptions("127.0.0.1", port, null, 4_096, IDLE, Duration.ofSeconds(30), Duration.ofSeconds(20));
    }

    public ListenOptions at(String address) {
        return new ListenOptions(address, port, tls, connectionsMax, idle, bodyTime, drain);
    }

    public ListenOptions with(Tls key) {
        return new ListenOptions(host, port, key, connectionsMax, idle, bodyTime, drain);
    }

    public ListenOptions connectionsMax(int wanted) {
        return new ListenOptions(host, port, tls, wanted, idle, bodyTime, drain);
    }

    public ListenOptions times(Duration idleMax, Duration bodyMax, Duration drainMax) {
        return new ListenOptions(host, port, tls, connectionsMax, idleMax, bodyMax, drainMax);
    }
}
