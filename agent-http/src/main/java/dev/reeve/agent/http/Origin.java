package dev.reeve.agent.http;

import dev.reeve.internal.values.Addresses;
import dev.reeve.internal.values.OptionChecks;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;

/**
 * A scheme, a host and a port: {@code https://api.example.org}.
 *
 * @param host in lower case; an IPv6 address is in brackets
 */
record Origin(String scheme, String host, int port) {

    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;

    /** The origin of a URI with a host; empty if it is not one of HTTP. */
    static Optional<Origin> of(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        boolean http = scheme.equals("https") || scheme.equals("http");
        if (!http || uri.getHost() == null || uri.getPort() == 0 || uri.getPort() > 65_535) {
            return Optional.empty();
        }
        int usual = scheme.equals("https") ? HTTPS_PORT : HTTP_PORT;
        return Optional.of(
                new Origin(scheme, uri.getHost().toLowerCase(Locale.ROOT), uri.getPort() < 0 ? usual : uri.getPort()));
    }

    /**
     * Reads a configured origin.
     *
     * @throws dev.reeve.ReeveException if the text is none
     */
    static Origin configured(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw notAnOrigin(text);
        }
        Origin origin = of(uri).orElseThrow(() -> notAnOrigin(text));
        boolean more = !String.valueOf(uri.getRawPath()).matches("/?")
                || uri.getRawQuery() != null
                || uri.getRawFragment() != null
                || uri.getRawUserInfo() != null;
        if (more || Addresses.isAmbiguous(origin.host)) {
            throw notAnOrigin(text);
        }
        if (origin.isLiteral() && Addresses.kind(origin.literal()) == Addresses.Kind.NEVER) {
            throw OptionChecks.invalid(
                    "destinations: %s is an address that no service has: link-local, metadata of a cloud, or reserved"
                            .formatted(text));
        }
        return origin;
    }

    private static RuntimeException notAnOrigin(String text) {
        return OptionChecks.invalid(
                "destinations: expected an origin such as https://api.example.org or http://127.0.0.1:9000, found '%s'"
                        .formatted(text));
    }

    boolean isLiteral() {
        return Addresses.isLiteral(host);
    }

    /** The address that the host is. */
    InetAddress literal() {
        try {
            return InetAddress.getByName(host); // never a lookup
        } catch (UnknownHostException e) {
            throw OptionChecks.invalid("destinations: %s is no address".formatted(host));
        }
    }

    /** Whether this machine or its network is meant, because the origin is such an address. */
    boolean isPrivateLiteral() {
        return isLiteral() && Addresses.kind(literal()) == Addresses.Kind.PRIVATE;
    }

    boolean isSecure() {
        return scheme.equals("https");
    }

    @Override
    public String toString() {
        int usual = isSecure() ? HTTPS_PORT : HTTP_PORT;
        return scheme + "://" + host + (port == usual ? "" : ":" + port);
    }
}
