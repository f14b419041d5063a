package dev.reeve.internal.http;

import dev.reeve.ErrorCode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Refuses requests that a web page of another site causes. A page can have its own name resolve to 127.0.0.1, so the
 * header Host must name this server; and a page of another origin is named by the headers Origin and Sec-Fetch-Site.
 * (D4)
 *
 * @param names names and addresses without ports, in small letters
 */
public record AllowedHosts(Set<String> names) {

    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

    public AllowedHosts {
        Set<String> all = new TreeSet<>(LOOPBACK);
        names.forEach(name -> all.add(name.toLowerCase(Locale.ROOT)));
        names = Set.copyOf(all);
    }

    /** Only the names of the own machine. */
    public static AllowedHosts loopback() {
        return new AllowedHosts(Set.of());
    }

    /**
     * @throws HttpException 421 if the request is meant for another host; 403 if it comes from a page of another site
     */
    void check(HttpRequest request) {
        String host = request.header("host").orElse("").toLowerCase(Locale.ROOT);
        if (!names.contains(withoutPort(host))) {
            throw HttpException.of(
                    421,
                    ErrorCode.DENIED,
                    "this server does not answer for the host '%s': add it to the allowed hosts"
                            .formatted(Texts.printable(host)));
        }
        Optional<String> origin = request.header("origin");
        boolean foreign = origin.isPresent() && !isOriginOf(origin.get(), host);
        if (foreign
                || request.header("sec-fetch-site").filter("cross-site"::equals).isPresent()) {
            throw HttpException.of(403, ErrorCode.DENIED, "requests of web pages of other sites are refused");
        }
    }

    private static boolean isOriginOf(String origin, String host) {
        try {
            return host.equals(String.valueOf(new URI(origin).getRawAuthority()).toLowerCase(Locale.ROOT));
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
    }
}
