package dev.reeve.internal.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A request as it came in. Immutable, except for the body, which is read once.
 *
 * @param method in capitals, such as {@code GET}
 * @param mount the path under which the server has the handler, such as {@code /reeve}; empty at its root
 * @param path the path behind it, as it was sent, with its escapes
 * @param query as it was sent, without the question mark; empty if there is none
 * @param headers values by name in small letters, in the order in which they came; with HTTP/2, {@code host} is the
 *     authority
 * @param origin the address of the sender, and of the client once the proxies are known; for the record
 * @param body the body
 */
public record HttpRequest(
        String method,
        String mount,
        String path,
        String query,
        Map<String, List<String>> headers,
        String origin,
        RequestBody body) {

    private static final Pattern TOKEN = Pattern.compile("(/completions/|c1\\.|link1\\.).+");

    /** A request to a handler at the root of its server. */
    public HttpRequest(
            String method,
            String path,
            String query,
            Map<String, List<String>> headers,
            String origin,
            RequestBody body) {
        this(method, "", path, query, headers, origin, body);
    }

    /**
     * An address for the answer, without the host.
     *
     * @param path of an endpoint, such as {@code /v1/executions}
     */
    public String address(String path) {
        return mount + path;
    }

    /** The only value of a header. */
    public Optional<String> header(String name) {
        List<String> values = headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
        if (values.size() > 1) {
            throw HttpException.badRequest(
                    "the header %s was sent %d times: send it once".formatted(name, values.size()));
        }
        return values.stream().findFirst().map(String::strip);
    }

    /** The same, from another address. */
    HttpRequest from(String address) {
        return address.equals(origin) ? this : new HttpRequest(method, mount, path, query, headers, address, body);
    }

    /**
     * Shown in logs and records, so without query and headers, which may hold data and secrets, and without a
     * completion token or the token of a link.
     */
    @Override
    public String toString() {
        return method + " " + TOKEN.matcher(Texts.printable(path)).replaceFirst("$1***");
    }
}
