package dev.reeve.internal.engine.webhook;

import dev.reeve.internal.values.Addresses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides where webhooks may be sent (D16): checks the URI before any lookup, and the address before connecting. */
final class Destinations {

    static final Set<String> SCHEMES = Set.of("https", "http");

    private final List<URI> allowed;
    private final boolean privateAddresses;
    private final Resolver resolver;

    /** Resolves a host name. */
    interface Resolver {
        InetAddress[] resolve(String name) throws IOException;
    }

    Destinations(List<URI> allowed, boolean privateAddresses) {
        this(allowed, privateAddresses, InetAddress::getAllByName);
    }

    Destinations(List<URI> allowed, boolean privateAddresses, Resolver resolver) {
        this.allowed = List.copyOf(allowed);
        this.privateAddresses = privateAddresses;
        this.resolver = resolver;
    }

    static int port(URI uri) {
        return uri.getPort() >= 0 ? uri.getPort() : usualPort(uri);
    }

    private static int usualPort(URI uri) {
        return uri.getScheme().equalsIgnoreCase("https") ? 443 : 80;
    }

    /**
     * @throws IllegalArgumentException if webhooks must not be sent to this URI
     */
    void check(URI uri) {
        String problem = problem(uri);
        if (problem != null) {
            throw new IllegalArgumentException("'%s' %s".formatted(uri, problem));
        }
        for (URI prefix : allowed) {
            if (covers(prefix, uri)) {
                return;
            }
        }
        throw new IllegalArgumentException(
                "'%s' is not among the destinations that are allowed; allow it in WebhookOptions, or use another"
                        .formatted(uri));
    }

    private static @Nullable String problem(URI uri) {
        if (uri.getHost() == null || uri.getScheme() == null) {
            return "names no host; use a URI such as https://shop.example/hooks";
        }
        if (Addresses.isAmbiguous(uri.getHost())) {
            return "has a number as its host that others may read as another address; write four numbers from 0 to 255 without leading zeros";
        }
        if (uri.getRawUserInfo() != null) {
            return "contains a user, which would be in every log; leave it out";
        }
        if (uri.getRawFragment() != null) {
            return "contains a fragment (#), which is never sent; leave it out";
        }
        String path = String.valueOf(uri.getRawPath()).toLowerCase(Locale.ROOT);
        if (!path.equals(uri.normalize().getRawPath() == null ? "" : path(uri.normalize()))
                || path.contains("%2e")
                || path.contains("%2f")
                || path.contains("%5c")) {
            return "has a path that may mean another one; write it without dots, and without encoded dots and slashes";
        }
        return null;
    }

    private static String path(URI uri) {
        return String.valueOf(uri.getRawPath()).toLowerCase(Locale.ROOT);
    }

    private static boolean covers(URI prefix, URI uri) {
        String authority = prefix.getRawAuthority();
        int colon = authority.lastIndexOf(':');
        boolean hasPort = colon >= 0 && colon > authority.lastIndexOf(']');
        String host = hasPort ? authority.substring(0, colon) : authority;
        String port = hasPort ? authority.substring(colon + 1) : String.valueOf(usualPort(prefix));
        return prefix.getScheme().equalsIgnoreCase(uri.getScheme())
                && port.equals(String.valueOf(port(uri)))
                && coversHost(host.toLowerCase(Locale.ROOT), uri.getHost().toLowerCase(Locale.ROOT))
                && coversPath(String.valueOf(prefix.getRawPath()), String.valueOf(uri.getRawPath()));
    }

    private static boolean coversHost(String allowed, String host) {
        if (allowed.equals("*")) {
            return true;
        }
        return allowed.startsWith("*.") ? host.endsWith(allowed.substring(1)) : host.equals(allowed);
    }

    /** Compares whole segments: {@code /hooks} does not cover {@code /hooks-of-others}. */
    private static boolean coversPath(String allowed, String path) {
        String folder = allowed.endsWith("/") ? allowed : allowed + "/";
        return path.equals(allowed) || (path + "/").equals(folder) || path.startsWith(folder);
    }

    /**
     * The address to connect to. The name is looked up once and the connection uses the result, so that the name cannot
     * resolve to another address in between.
     *
     * @throws Forbidden if any address of the host is not allowed
     * @throws IOException if the host has no address
     */
    InetAddress resolve(String host) throws IOException, Forbidden {
        String name = Addresses.bare(host);
        if (Addresses.isAmbiguous(host)) {
            throw new Forbidden(
                    "%s may be read as several addresses; write four numbers from 0 to 255".formatted(host));
        }
        InetAddress[] addresses = resolver.resolve(name);
        for (InetAddress address : addresses) {
            Addresses.Kind kind = Addresses.kind(address);
            if (kind == Addresses.Kind.NEVER || (kind == Addresses.Kind.PRIVATE && !privateAddresses)) {
                throw new Forbidden("%s has the address %s, which is %s"
                        .formatted(
                                host,
                                address.getHostAddress(),
                                kind == Addresses.Kind.NEVER
                                        ? "never called"
                                        : "not public; allow private addresses in WebhookOptions if that is meant"));
            }
        }
        return addresses[0];
    }

    /** The destination is not allowed. Nothing is sent. */
    static final class Forbidden extends Exception {
        private static final long serialVersionUID = 1;

        Forbidden(String message) {
            super(message);
        }
    }
}
