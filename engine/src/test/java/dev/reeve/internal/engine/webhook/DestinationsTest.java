package dev.reeve.internal.engine.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ReeveException;
import dev.reeve.WebhookOptions;
import dev.reeve.internal.values.Addresses;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** D16: nothing is sent to a forbidden address, under any name. */
final class DestinationsTest {

    private static Destinations allowing(String... prefixes) {
        return new Destinations(
                Arrays.stream(prefixes).map(DestinationsTest::prefix).toList(), false);
    }

    private static void assertAllowed(Destinations destinations, String uri) {
        assertThatCode(() -> destinations.check(URI.create(uri))).doesNotThrowAnyException();
    }

    private static void assertRefused(Destinations destinations, String uri) {
        assertThatThrownBy(() -> destinations.check(URI.create(uri)))
                .as(uri)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(uri);
    }

    @Test
    @DisplayName("only URIs with an allowed scheme, host, port and path are permitted")
    void onlyWhatIsAllowed() {
        Destinations shop = allowing("https://shop.example/hooks", "http://other.example:8080/");

        for (String good : List.of(
                "https://shop.example/hooks",
                "https://shop.example/hooks/",
                "https://SHOP.example:443/hooks/a?b=c",
                "http://other.example:8080/any")) {
            assertAllowed(shop, good);
        }
        for (String bad : List.of(
                "http://shop.example/hooks",
                "https://shop.example/hooks-of-others",
                "https://shop.example/",
                "https://shop.example:8443/hooks",
                "https://shop.example.evil.example/hooks",
                "https://evil.example/https://shop.example/hooks",
                "https://shop.example@evil.example/hooks",
                "https://user:password@shop.example/hooks",
                "https://shop.example/hooks/../admin",
                "https://shop.example/hooks/%2e%2e/admin",
                "https://shop.example/hooks/..%2Fadmin",
                "https://shop.example/hooks#a",
                "https:///hooks",
                "https:shop.example/hooks")) {
            assertRefused(shop, bad);
        }
        assertRefused(allowing(), "https://shop.example/");
    }

    @Test
    @DisplayName("a star stands for any host, or any subdomain")
    void stars() {
        assertAllowed(allowing("https://*/"), "https://any.example/hook");
        assertAllowed(allowing("https://*.shop.example"), "https://eu.shop.example/hook");
        assertRefused(allowing("https://*.shop.example"), "https://shop.example/hook");
        assertRefused(allowing("https://*.shop.example"), "https://evilshop.example/hook");
        assertRefused(allowing("https://*/"), "http://any.example/hook");
    }

    @Test
    @DisplayName("a rule that is no beginning of a URI is refused")
    void badPrefixes() {
        for (String bad : List.of(
                "shop.example", "ftp://shop.example/", "https://u@shop.example/", "https://a/?b", "https:// /")) {
            assertThatThrownBy(() -> prefix(bad)).as(bad).isInstanceOf(ReeveException.class);
        }
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("addresses of this machine, its network, a cloud's metadata, and other forms of them are not public")
    @ValueSource(
            strings = {
                "127.0.0.1",
                "0.0.0.0",
                "10.1.2.3",
                "100.64.0.1",
                "169.254.169.254",
                "172.31.255.255",
                "192.168.1.1",
                "198.19.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "::1",
                "::",
                "fe80::1",
                "fc00::1",
                "fd00:ec2::254",
                "ff02::1",
                "::ffff:10.0.0.1",
                "::10.0.0.1",
                "64:ff9b::a9fe:a9fe",
                "64:ff9b:1::1",
                "2002:0a00:0001::1",
                "2001::1",
                "2001:db8::1"
            })
    void notPublic(String address) throws UnknownHostException {
        assertThat(Addresses.kind(InetAddress.getByName(address))).isNotEqualTo(Addresses.Kind.PUBLIC);
        String host = address.contains(":") ? "[" + address + "]" : address;
        assertThatThrownBy(() -> allowing("https://*/").resolve(host)).isInstanceOf(Destinations.Forbidden.class);
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("all other addresses are public")
    @ValueSource(
            strings = {
                "8.8.8.8",
                "172.32.0.1",
                "100.128.0.1",
                "2606:4700::1111",
                "2002:0808:0808::1",
                "64:ff9b::808:808"
            })
    void isPublic(String address) throws UnknownHostException {
        assertThat(Addresses.kind(InetAddress.getByName(address))).isEqualTo(Addresses.Kind.PUBLIC);
    }

    @Test
    @DisplayName("a name is judged by its addresses")
    void names() {
        assertThatThrownBy(() -> allowing("http://*/").resolve("localhost"))
                .isInstanceOf(Destinations.Forbidden.class)
                .hasMessageContaining("localhost has the address");
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("D16: metadata of clouds and link-local addresses are refused, even if private ones are allowed")
    @ValueSource(
            strings = {
                "169.254.169.254",
                "169.254.170.2",
                "169.254.0.1",
                "100.100.100.200",
                "168.63.129.16",
                "192.0.0.192",
                "fd00:ec2::254",
                "fd20:ce::254",
                "fe80::1",
                "fe80::a9fe:a9fe",
                "::ffff:169.254.169.254",
                "64:ff9b::a9fe:a9fe",
                "2002:a9fe:a9fe::1",
                "0.0.0.0",
                "::",
                "224.0.0.1",
                "ff02::1"
            })
    void neverEvenIfPrivate(String address) throws UnknownHostException {
        InetAddress metadata = InetAddress.getByName(address);
        InetAddress inside = InetAddress.getByName("10.0.0.7");
        Destinations one = allowingPrivate(metadata);
        Destinations several = allowingPrivate(inside, metadata);

        assertThatThrownBy(() -> one.resolve("hooks.internal"))
                .isInstanceOf(Destinations.Forbidden.class)
                .hasMessageContaining("which is never called");
        assertThatThrownBy(() -> several.resolve("hooks.internal")).isInstanceOf(Destinations.Forbidden.class);
    }

    @Test
    @DisplayName("Private addresses are accepted if they are allowed")
    void privateIfAllowed() throws Exception {
        for (String address : List.of("10.0.0.7", "127.0.0.1", "192.168.1.1", "100.64.0.1", "::1", "fd12:3456::1")) {
            InetAddress inside = InetAddress.getByName(address);
            assertThat(allowingPrivate(inside).resolve("hooks.internal")).isEqualTo(inside);
        }
    }

    /** Any name has these addresses. */
    private static Destinations allowingPrivate(InetAddress... addresses) {
        return new Destinations(List.of(prefix("https://*/")), true, name -> addresses);
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("The local prefix of an address translator is not public, with any address behind it")
    @ValueSource(strings = {"64:ff9b:1::808:808", "64:ff9b:1:ffff::8.8.8.8", "64:ff9b::1:808:808"})
    void localTranslators(String address) throws UnknownHostException {
        assertThat(Addresses.kind(InetAddress.getByName(address))).isNotEqualTo(Addresses.Kind.PUBLIC);
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("A number that other programs read as another address is refused, and not looked up")
    @ValueSource(
            strings = {
                "0177.0.0.1",
                "127.1",
                "0x7f.0.0.1",
                "2130706433",
                "8.8.8.010",
                "8.8.8.8.",
                "1.2.3.256",
                "[::ffff:010.0.0.1]"
            })
    void ambiguous(String host) {
        Destinations all = new Destinations(List.of(prefix("https://*/")), true, name -> {
            throw new AssertionError(name + " is looked up");
        });

        assertThatThrownBy(() -> all.resolve(host)).isInstanceOf(Destinations.Forbidden.class);
        assertThatThrownBy(() -> all.check(URI.create("https://" + host + "/")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("A name with digits, and a normal address, are accepted")
    void notAmbiguous() throws Exception {
        InetAddress found = InetAddress.getByAddress(new byte[] {8, 8, 8, 8});
        Destinations all = new Destinations(List.of(prefix("https://*/")), false, name -> new InetAddress[] {found});

        for (String host : List.of("8.8.8.8", "a1.example", "1.example", "[2606:4700::1111]", "0x7f.example")) {
            assertThat(all.resolve(host)).isEqualTo(found);
            assertAllowed(all, "https://" + host + "/");
        }
    }

    private static URI prefix(String text) {
        return WebhookOptions.secret("whsec_" + "A".repeat(44))
                .withAllowed(text)
                .allowed()
                .getFirst();
    }
}
