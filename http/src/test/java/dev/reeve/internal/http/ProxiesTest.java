package dev.reeve.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ReeveException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The proxies in front of a server")
final class ProxiesTest {

    private static final Proxies PROXIES = Proxies.parse("10.0.0.0/8, 192.0.2.7 2001:db8::/33", Proxies.Direct.ALLOWED);

    private static String client(Proxies proxies, String sender, List<String> forwarded) {
        return proxies.client(
                new HttpRequest("GET", "/", "", Map.of("x-forwarded-for", forwarded), sender, RequestBody.NONE));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10.1.2.3              | 203.0.113.9                | 203.0.113.9",
                "192.0.2.7             | 203.0.113.9                | 203.0.113.9",
                "192.0.2.8             | 203.0.113.9                | 192.0.2.8",
                "11.0.0.1              | 203.0.113.9                | 11.0.0.1",
                "10.1.2.3              | 1.1.1.1, 203.0.113.9       | 203.0.113.9",
                "10.1.2.3              | 203.0.113.9, 10.9.9.9      | 203.0.113.9",
                "10.1.2.3              | 10.9.9.9                   | 10.9.9.9",
                "10.1.2.3              | evil.example               | 10.1.2.3",
                "10.1.2.3              | 203.0.113.9, evil.example  | 10.1.2.3",
                "10.1.2.3              | 203.0.113.999              | 10.1.2.3",
                "10.1.2.3              | ''                         | 10.1.2.3",
                "[2001:db8:7fff::1]    | 2001:db8:8000::1           | 2001:db8:8000::1",
                "2001:db8:8000::1      | 203.0.113.9                | 2001:db8:8000::1"
            })
    @DisplayName("name the client, and only they do: the last address that is no proxy")
    void names(String sender, String forwarded, String client) {
        assertThat(client(PROXIES, sender, List.of(forwarded))).isEqualTo(client);
        assertThat(client(Proxies.NONE, sender, List.of(forwarded))).isEqualTo(sender);
    }

    @Test
    @DisplayName("may send the header several times, and a long one costs nothing")
    void severalHeaders() {
        assertThat(client(PROXIES, "10.1.2.3", List.of("203.0.113.9", "10.9.9.9")))
                .isEqualTo("203.0.113.9");
        assertThat(client(PROXIES, "10.1.2.3", List.of("203.0.113.9" + ",10.9.9.9".repeat(1_000))))
                .isEqualTo("10.9.9.9");
        assertThat(client(PROXIES, "10.1.2.3", List.of())).isEqualTo("10.1.2.3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/33", "10.0.0/8", "localhost", "10.0.0.0/", "10.0.0.0/-1", "::1/129", "a:b:c"})
    @DisplayName("are addresses and ranges; another text is refused, and no name server is asked")
    void malformed(String text) {
        assertThatThrownBy(() -> Proxies.parse(text, Proxies.Direct.ALLOWED))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining("listen.proxies: expected addresses");
    }

    @Test
    @DisplayName("One sender has all addresses of an IPv6 network of 64 bits")
    void senders() {
        assertThat(Addresses.sender("2001:db8::1")).isEqualTo(Addresses.sender("[2001:db8:0:0:ffff::2]"));
        assertThat(Addresses.sender("2001:db8::1")).isNotEqualTo(Addresses.sender("2001:db8:0:1::1"));
        assertThat(Addresses.sender("192.0.2.1")).isNotEqualTo(Addresses.sender("192.0.2.2"));
        assertThat(Addresses.isLoopback("127.8.9.1")).isTrue();
        assertThat(Addresses.isLoopback("[0:0:0:0:0:0:0:1]")).isTrue();
        assertThat(Addresses.isLoopback("fe80::1%eth0")).isFalse();
        assertThat(Addresses.isLoopback("localhost")).as("a name is no address").isFalse();
    }
}
