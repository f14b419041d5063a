package dev.reeve.internal.client;

import dev.reeve.ConnectOptions;
import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import java.net.URI;
import java.util.regex.Pattern;

/** Refuses to send a key in clear text over a network. */
final class ClearText {

    /** Names are not looked up: an answer of the name service may change. */
    private static final Pattern LOOPBACK = Pattern.compile(
            "localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[(?:0*:)*:?0*1]", Pattern.CASE_INSENSITIVE);

    private ClearText() {}

    static void check(ConnectOptions options) {
        if (!options.credentials().hasKey() || options.clearTextAllowed()) {
            return;
        }
        for (URI server : options.servers()) {
            if ("http".equalsIgnoreCase(server.getScheme()) && !isLoopback(server.getHost())) {
                throw ReeveException.of(
                        ErrorCode.INVALID_INPUT,
                        "%s has no TLS, and others on the network could read the key: use https, or allow it with ConnectOptions.withKeyInClearText()"
                                .formatted(server));
            }
        }
    }

    static boolean isLoopback(String host) {
        return LOOPBACK.matcher(host).matches();
    }
}
