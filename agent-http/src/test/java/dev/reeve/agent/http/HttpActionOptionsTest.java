package dev.reeve.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ReeveException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The options of the HTTP action")
final class HttpActionOptionsTest {

    private static final String API = "https://api.example.org";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api.example.org",
                "ftp://api.example.org",
                "https://api.example.org/v1",
                "https://api.example.org?x",
                "https://api.example.org#x",
                "https://x@api.example.org",
                "https://*.example.org",
                "https://0x7f000001",
                "https://127.1",
                "https://api.example.org:70000",
                "https://",
                "https://bücher.example",
                "https://a b",
                "*"
            })
    @DisplayName("A destination is an origin and nothing else")
    void origins(String text) {
        assertThatThrownBy(() -> HttpActionOptions.allowing(text))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining("expected an origin such as https://api.example.org");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://169.254.169.254", "http://[fd00:ec2::254]", "http://0.0.0.0:80", "http://[fe80::1]:8080"
            })
    @DisplayName("An address that no service has cannot be allowed, not even as a private one")
    void never(String text) {
        assertThatThrownBy(() -> HttpActionOptions.allowing().withPrivateDestinations(text))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining("is an address that no service has");
    }

    @Test
    @DisplayName("A secret goes to allowed destinations only, and never in clear text over a public network")
    void secrets() {
        HttpActionOptions options = HttpActionOptions.allowing(API, "http://plain.example.org", "http://127.0.0.1:9000")
                .withPrivateDestinations("http://stock.internal:8080");

        assertThat(options.withSecret("a", () -> "x", API).secretNames()).containsExactly("a");
        assertThat(options.withSecret("a", () -> "x", "http://127.0.0.1:9000", "http://stock.internal:8080")
                        .secretNames())
                .containsExactly("a");
        assertThatThrownBy(() -> options.withSecret("a", () -> "x", "https://other.example.org"))
                .hasMessageContaining("the secret a is for https://other.example.org, which is not among");
        assertThatThrownBy(() -> options.withSecret("a", () -> "x", "http://plain.example.org"))
                .hasMessageContaining("would travel in clear text");
        assertThatThrownBy(() -> options.withSecret("A B", () -> "x", API)).hasMessageContaining("expected a name of");
        assertThatThrownBy(() -> options.withSecret("a", () -> "x")).hasMessageContaining("has no destination");
        assertThat(options.withSecret("a", () -> "hunter22", API).toString())
                .contains(API)
                .doesNotContain("hunter22");
    }

    @Test
    @DisplayName("Times and sizes have limits")
    void limits() {
        HttpActionOptions options = HttpActionOptions.allowing(API);

        assertThat(options.withTimeout(Duration.ofSeconds(5)).timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(options.withResponseMax(1 << 20).responseMax()).isEqualTo(1 << 20);
        assertThatThrownBy(() -> options.withTimeout(Duration.ZERO)).hasMessageContaining("timeout");
        assertThatThrownBy(() -> options.withResponseMax(1_023)).hasMessageContaining("expected 1024 to 1048576");
        assertThatThrownBy(() -> options.withResponseMax((1 << 20) + 1)).isInstanceOf(ReeveException.class);
    }
}
