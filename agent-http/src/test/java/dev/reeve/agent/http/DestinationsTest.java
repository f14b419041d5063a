package dev.reeve.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing here opens a connection. */
@DisplayName("Addresses and destinations of the HTTP action")
final class DestinationsTest {

    private static final Origin API = Origin.configured("https://api.example.org");
    private static final Origin STOCK = Origin.configured("http://stock.internal:8080");

    private static Destinations destinations(String... addresses) {
        return new Destinations(Set.of(API, STOCK), Set.of(STOCK), name -> {
            InetAddress[] found = new InetAddress[addresses.length];
            for (int i = 0; i < addresses.length; i++) {
                found[i] = InetAddress.getByName(addresses[i]);
            }
            return found;
        });
    }

    @Test
    @DisplayName("A name with public addresses is connected to by exactly these, after one lookup")
    void publicNames() throws Exception {
        AtomicInteger lookups = new AtomicInteger();
        Destinations destinations = new Destinations(Set.of(API), Set.of(), name -> {
            lookups.incrementAndGet();
            return new InetAddress[] {InetAddress.getByName("8.8.8.8"), InetAddress.getByName("2606:4700::1111")};
        });

        assertThat(destinations.addresses("api.example.org", 443))
                .isEqualTo(List.of(
                        new InetSocketAddress(InetAddress.getByName("8.8.8.8"), 443),
                        new InetSocketAddress(InetAddress.getByName("2606:4700::1111"), 443)));
        assertThat(lookups).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00:ec2::254", "64:ff9b::a00:1"})
    @DisplayName("One forbidden address of several is enough to refuse a name")
    void forbiddenAmongOthers(String address) {
        assertThatThrownBy(() -> destinations("8.8.8.8", address).addresses("api.example.org", 443))
                .isInstanceOf(Destinations.ForbiddenException.class)
                .hasMessageContaining("api.example.org has the address ");
    }

    @Test
    @DisplayName("A private destination may be in the own network, but is never the metadata of a cloud")
    void privateDestinations() throws Exception {
        assertThat(destinations("10.0.0.1", "127.0.0.1").addresses("stock.internal", 8080))
                .hasSize(2);
        assertThat(destinations("::1").addresses("STOCK.internal", 8080)).hasSize(1);
        for (String never : List.of("169.254.169.254", "fd00:ec2::254", "100.100.100.200", "0.0.0.0")) {
            assertThatThrownBy(() -> destinations(never).addresses("stock.internal", 8080))
                    .isInstanceOf(Destinations.ForbiddenException.class)
                    .hasMessageContaining("which is never called");
        }
        assertThatThrownBy(() -> destinations("10.0.0.1").addresses("stock.internal", 9090))
                .as("another port of the same name")
                .isInstanceOf(Destinations.ForbiddenException.class);
        assertThatThrownBy(() -> destinations().addresses("stock.internal", 8080))
                .isInstanceOf(UnknownHostException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://api.example.org",
                "https://API.example.ORG/",
                "https://api.example.org:443/v1/orders?q=a%2Fb",
                "HTTPS://api.example.org/orders%20new",
                "https://api.example.org/a%2Fb//c/..d/...;x/%252e%252e/d"
            })
    @DisplayName("A URL of an allowed origin may be called")
    void allowed(String url) throws Exception {
        assertThat(destinations().judge(URI.create(url))).isEqualTo(API);
    }

    @ParameterizedTest
    @CsvSource({
        "http://api.example.org/, is not among",
        "https://api.example.org:8443/, is not among",
        "https://api.example.org.evil.test/, is not among",
        "https://evil.test/?https://api.example.org, is not among",
        "https://api.example.org./, is not among",
        "https://x@api.example.org/, contains a user",
        "https://api.example.org@evil.test/, contains a user",
        "https://api.example.org/#x, contains a fragment",
        "https://api.example.org/a/../b, means another path",
        "https://api.example.org/a/%2E%2e/b, means another path",
        "https://api.example.org/a/..%2Fb, means another path",
        "https://api.example.org/a%2F..%2Fb, means another path",
        "https://api.example.org/a/..%5cb, means another path",
        "https://api.example.org/a/..;x/b, means another path",
        "https://api.example.org/., means another path",
        "https://2130706433/, may read as another address",
        "https://0x7f.1/, the name of a host",
        "https://127.1/, the name of a host",
        "https://0177.0.0.1/, may read as another address",
        "file:///etc/passwd, that begins with file",
        "ftp://api.example.org/, that begins with ftp",
        "jar:https://api.example.org/x.jar!/, that begins with jar",
        "gopher://api.example.org/, that begins with gopher",
        "/orders, found a relative URL",
        "//api.example.org/, found a relative URL",
        "mailto:a@example.org, that begins with mailto",
        "https:api.example.org, that begins with https"
    })
    @DisplayName("Any other URL is refused, before a lookup")
    void refused(String url, String message) {
        Destinations destinations = new Destinations(Set.of(API), Set.of(), name -> {
            throw new AssertionError("no lookup of " + name);
        });
        assertThatThrownBy(() -> destinations.judge(URI.create(url)))
                .isInstanceOf(Destinations.ForbiddenException.class)
                .hasMessageContaining(message);
    }
}
