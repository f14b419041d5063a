package dev.reeve.agent.http;

import dev.reeve.internal.values.Addresses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Decides what may be called: the URL before any lookup, and each address before a connection. Immutable. */
final class Destinations {

    private final Set<Origin> allowed;
    private final Set<Origin> privateOnes;
    private final Lookup lookup;

    /** Looks up a name. */
    @FunctionalInterface
    interface Lookup {
        InetAddress[] addresses(String name) throws UnknownHostException;
    }

    /** The destination is not allowed. Nothing was sent to it. */
    static final class ForbiddenException extends IOException {
        private static final long serialVersionUID = 1;

        ForbiddenException(String message) {
            super(message);
        }

        String message() {
            return String.valueOf(getMessage());
        }
    }

    /**
     * @param privateOnes those among the allowed ones that may be on this machine or in its network
     */
    Destinations(Set<Origin> allowed, Set<Origin> privateOnes, Lookup lookup) {
        this.allowed = Set.copyOf(allowed);
        this.privateOnes = Set.copyOf(privateOnes);
        this.lookup = lookup;
    }

    /**
     * The origin of a URL that may be called.
     *
     * @throws ForbiddenException with a message for people
     */
    Origin judge(URI url) throws ForbiddenException {
        Origin origin = Origin.of(url)
                .orElseThrow(
                        () -> new ForbiddenException("expected http:// or https:// and the name of a host, found %s"
                                .formatted(
                                        url.getScheme() == null
                                                ? "a relative URL"
                                                : "another URL that begins with " + url.getScheme())));
        String problem = problem(url, origin);
        if (problem != null) {
            throw new ForbiddenException("%s %s".formatted(origin, problem));
        }
        if (!allowed.contains(origin)) {
            throw new ForbiddenException(
                    "%s is not among the allowed destinations; its operator can add it".formatted(origin));
        }
        return origin;
    }

    private static @Nullable String problem(URI url, Origin origin) {
        if (Addresses.isAmbiguous(origin.host())) {
            return "has a number as its host that others may read as another address; write four numbers from 0 to 255";
        }
        if (url.getRawUserInfo() != null) {
            return "contains a user; send a header with a secret instead";
        }
        if (url.getRawFragment() != null) {
            return "contains a fragment (#), which is never sent; leave it out";
        }
        return climbs(String.valueOf(url.getRawPath()))
                ? "has a path with the segment . or .., which may come from data and means another path; leave it out"
                : null;
    }

    /** Some services decode a path before they split it, and some cut parameters off, so both count. */
    private static boolean climbs(String path) {
        String decoded = path.toLowerCase(Locale.ROOT).replace("%2e", ".").replaceAll("%2f|%5c|%3b", "/");
        return Stream.of(decoded.split("[/;]", -1)).anyMatch(segment -> segment.equals(".") || segment.equals(".."));
    }

    /**
     * The addresses of a host. The connection uses these, so that the name cannot mean another address in between.
     *
     * @throws ForbiddenException if one of them is not allowed
     * @throws UnknownHostException if there is none
     */
    List<InetSocketAddress> addresses(String host, int port) throws ForbiddenException, UnknownHostException {
        String name = Addresses.bare(host).toLowerCase(Locale.ROOT);
        boolean mayBePrivate = privateOnes.stream()
                .anyMatch(origin ->
                        origin.port() == port && Addresses.bare(origin.host()).equals(name));
        List<InetSocketAddress> judged = new ArrayList<>();
        for (InetAddress address : found(host, name)) {
            Addresses.Kind kind = Addresses.kind(address);
            if (kind == Addresses.Kind.NEVER || (kind == Addresses.Kind.PRIVATE && !mayBePrivate)) {
                throw new ForbiddenException("%s has the address %s, which is %s"
                        .formatted(
                                host,
                                address.getHostAddress(),
                                kind == Addresses.Kind.NEVER
                                        ? "never called"
                                        : "not public; its operator can allow it as a private destination"));
            }
            // with its name, which the certificate must have
            judged.add(new InetSocketAddress(InetAddress.getByAddress(name, address.getAddress()), port));
        }
        if (judged.isEmpty()) {
            throw new UnknownHostException(name);
        }
        return judged;
    }

    private InetAddress[] found(String host, String name) throws UnknownHostException {
        boolean literal = name.contains(":") || Addresses.isLiteral(host);
        return literal ? new InetAddress[] {InetAddress.getByName(name)} : lookup.addresses(name);
    }
}
