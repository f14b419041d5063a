package dev.reeve.internal.http;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The proxies in front of a server. They speak TLS with its clients, and name them in the header X-Forwarded-For. The
 * header counts only if a proxy sent it. Immutable.
 *
 * @param ranges their addresses; empty if clients reach the server directly
 * @param direct whether other senders may send keys
 */
public record Proxies(List<Range> ranges, Direct direct) {

    /** Clients reach the server directly. */
    public static final Proxies NONE = new Proxies(List.of(), Direct.ALLOWED);

    private static final int HOPS_MAX = 20;

    /** Whether a request that needs a key may come directly. */
    public enum Direct {
        /** It may: the server speaks TLS itself, or has no proxies. */
        ALLOWED,
        /** It may not: its key has travelled in clear text. The own machine may. */
        REFUSED
    }

    /**
     * Addresses with the same first bits.
     *
     * @param text such as {@code 10.0.0.0/8}
     * @param size bytes of an address
     * @param start the first bits
     * @param bits their number
     */
    public record Range(String text, int size, BigInteger start, int bits) {

        static Range parse(String text) {
            int slash = text.indexOf('/');
            Optional<byte[]> address = Addresses.parse(slash < 0 ? text : text.substring(0, slash));
            String bits = slash < 0 ? "" : text.substring(slash + 1);
            if (address.isPresent() && (slash < 0 || bits.matches("[0-9]{1,3}"))) {
                int size = address.get().length;
                int found = slash < 0 ? size * 8 : Integer.parseInt(bits);
                if (found <= size * 8) {
                    return new Range(text, size, first(address.get(), found), found);
                }
            }
            throw ReeveException.of(
                    ErrorCode.INVALID_INPUT,
                    "listen.proxies: expected addresses such as 192.0.2.7 or 10.0.0.0/8, found '%s'"
                            .formatted(Texts.printable(text)));
        }

        private static BigInteger first(byte[] address, int bits) {
            return new BigInteger(1, address).shiftRight(address.length * 8 - bits);
        }

        boolean contains(byte[] address) {
            return address.length == size && first(address, bits).equals(start);
        }
    }

    public Proxies {
        ranges = List.copyOf(ranges);
    }

    /**
     * @param text addresses and ranges, separated by commas or spaces; empty for none
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if one is malformed
     */
    public static Proxies parse(String text, Direct direct) {
        List<Range> ranges = Arrays.stream(text.strip().split("[ ,]+", -1))
                .filter(each -> !each.isEmpty())
                .map(Range::parse)
                .toList();
        return ranges.isEmpty() ? NONE : new Proxies(ranges, direct);
    }

    private boolean has(String address) {
        return Addresses.parse(address)
                .filter(bytes -> ranges.stream().anyMatch(range -> range.contains(bytes)))
                .isPresent();
    }

    /**
     * The address of the client: that of the sender, or the last one in X-Forwarded-For that is no proxy, if a proxy
     * sent the request. Addresses before it could be invented by the client.
     */
    String client(HttpRequest request) {
        String client = request.origin();
        if (!has(client)) {
            return client;
        }
        List<String> hops = new ArrayList<>();
        for (String header : request.headers().getOrDefault("x-forwarded-for", List.of())) {
            hops.addAll(Arrays.asList(header.split(",", -1)));
        }
        for (int i = hops.size() - 1; i >= 0 && i >= hops.size() - HOPS_MAX && has(client); i--) {
            String hop = hops.get(i).strip();
            if (Addresses.parse(hop).isEmpty()) {
                return client;
            }
            client = hop;
        }
        return client;
    }

    /**
     * @throws HttpException 403 if a request with a key did not come by a proxy, and has to
     */
    void check(HttpRequest request) {
        if (direct == Direct.REFUSED && !Addresses.isLoopback(request.origin()) && !has(request.origin())) {
            throw HttpException.of(
                    403,
                    ErrorCode.DENIED,
                    "this server takes keys from its proxies only, because it speaks no TLS: send the request to the proxy");
        }
    }
}
