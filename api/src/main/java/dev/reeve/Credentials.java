package dev.reeve;

import java.util.Objects;
import java.util.function.Supplier;

/**
 * How a client proves to a server who it is. Immutable and thread-safe. Never shows the key.
 *
 * <pre>{@code
 * Reeve.connect(URI.create("https://reeve.example.com"), Credentials.apiKey(System.getenv("REEVE_API_KEY")));
 * }</pre>
 */
public final class Credentials {

    private static final Credentials NONE = new Credentials(false, () -> "");

    private final boolean keyed;
    private final Supplier<String> key;

    private Credentials(boolean keyed, Supplier<String> key) {
        this.keyed = keyed;
        this.key = key;
    }

    /** For a server without authentication, such as {@code ./reeve dev}. */
    public static Credentials none() {
        return NONE;
    }

    /** A key that {@code ./reeve key create} has printed. */
    public static Credentials apiKey(String key) {
        Objects.requireNonNull(key, "key");
        return new Credentials(true, () -> key);
    }

    /**
     * A key that can be renewed. The supplier is asked before each request, on a thread of the client, and once more if
     * a server does not know the key. Several threads may ask at once. While it fails or does not answer, requests are
     * not sent: they try again until their timeout.
     */
    public static Credentials apiKey(Supplier<String> key) {
        return new Credentials(true, Objects.requireNonNull(key, "key"));
    }

    /** Whether there is a key. */
    public boolean hasKey() {
        return keyed;
    }

    /** The key as of now; empty if there is none. Do not log it. */
    public String key() {
        return key.get();
    }

    @Override
    public String toString() {
        return keyed ? "Credentials[apiKey]" : "Credentials[none]";
    }
}
