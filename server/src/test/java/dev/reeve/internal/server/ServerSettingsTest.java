package dev.reeve.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ReeveException;
import dev.reeve.internal.http.Proxies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The settings of a server")
final class ServerSettingsTest {

    private static ServerSettings of(Map<String, String> flags) {
        return ServerSettings.of(Map.of(), Map.of(), flags);
    }

    @Test
    @DisplayName("Without any, a server listens on 127.0.0.1 and asks for keys")
    void defaults() {
        ServerSettings settings = of(Map.of());

        assertThat(settings.listening().host()).isEqualTo("127.0.0.1");
        assertThat(settings.listening().tls()).isNull();
        assertThat(settings.hasKeys()).isTrue();
    }

    @Test
    @DisplayName("Flags win over the environment, and the environment over the file")
    void order() {
        Map<String, String> file = Map.of("listen.port", "1", "store.user", "file", "directory", "d");
        Map<String, String> environment = Map.of("REEVE_LISTEN_PORT", "2", "REEVE_STORE_USER", "env", "PATH", "/bin");
        ServerSettings settings = ServerSettings.of(file, environment, Map.of("listen.port", "3"));

        assertThat(settings.listening().port()).isEqualTo(3);
        assertThat(settings.text("store.user")).isEqualTo("env");
        assertThat(settings.text("directory")).isEqualTo("d");
        assertThat(ServerSettings.variable("tls.keyStore")).isEqualTo("REEVE_TLS_KEY_STORE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    @DisplayName("A server without authentication refuses to listen where others reach it")
    void refusesToBeOpen(String host) {
        assertThatThrownBy(() -> of(Map.of("authentication", "none", "listen.host", host)))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining("a server without authentication listens only on 127.0.0.1");
        assertThat(of(Map.of("listen.host", host, "tls.keyStore", "k")).hasKeys())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    @DisplayName("A server to which keys would travel in clear text starts only behind proxies that speak TLS")
    void refusesClearText(String host) {
        assertThatThrownBy(() -> of(Map.of("listen.host", host)))
                .isInstanceOf(ReeveException.class)
                .hasMessageContainingAll("keys would travel in clear text", "tls.keyStore", "listen.proxies");
        ServerSettings behind = of(Map.of("listen.host", host, "listen.proxies", "10.0.0.0/8"));
        assertThat(behind.proxies().direct()).isEqualTo(Proxies.Direct.REFUSED);
        assertThat(behind.warnings())
                .singleElement()
                .asString()
                .startsWith("keys and data travel in clear text from the proxies 10.0.0.0/8");
        ServerSettings secure = of(Map.of("listen.host", host, "listen.proxies", "::1", "tls.keyStore", "k"));
        assertThat(secure.proxies().direct()).isEqualTo(Proxies.Direct.ALLOWED);
        assertThat(secure.warnings()).isEmpty();
        assertThat(of(Map.of()).warnings()).isEmpty();
    }

    @Test
    @DisplayName("A variable that looks like a setting and is none gets a warning with a suggestion")
    void unknownVariables() {
        Map<String, String> environment = Map.of(
                "REEVE_LISTEN_PROT",
                "1",
                "REEVE_SERVICE_HOST",
                "10.0.0.1",
                "REEVE_JAVA_HOME",
                "/jdk",
                "LISTEN_PORT",
                "2");

        assertThat(ServerSettings.of(Map.of(), environment, Map.of()).warnings())
                .containsExactly(
                        "the environment has REEVE_LISTEN_PROT, which is no setting: did you mean REEVE_LISTEN_PORT?",
                        "the environment has REEVE_SERVICE_HOST, which is no setting");
        assertThat(of(Map.of("tls.password", "p")).warnings())
                .containsExactly("tls.password is set, and tls.keyStore is not: the server speaks no TLS");
    }

    @Test
    @DisplayName("Each setting is in the table of the guide, with its default")
    void isDescribed() throws IOException {
        String guide = Files.readString(Path.of("../docs/guide/server.md"));
        for (String name : ServerSettings.names()) {
            assertThat(guide).containsPattern("(?m)^\\| [^|]*`" + Pattern.quote(name) + "`[^|]* \\|");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "listen.prot, 1, did you mean 'listen.port'?",
        "listen.port, 70000, expected a number from 0 to 65535",
        "listen.port, x, expected a number",
        "authentication, maybe, expected keys or none",
        "listen.proxies, proxy.example, expected addresses such as 192.0.2.7",
        "oidc.issuer, https://login.example.org, oidc.audience is not: set it",
        "oidc.isuer, x, did you mean 'oidc.issuer'?",
        "oidc.roles, ops=operator, oidc.issuer is not: set it",
        "limits.perKey, -1, expected a number from 0 to 1000000",
        "limits.streamsPerKey, 10001, expected a number from 1 to 10000",
        "limits.pollsPerKey, 0, expected a number from 1 to 50000",
        "limits.readsPerKey, 257, expected a number from 1 to 256",
        "limits.perAddress, 1000001, expected a number from 0 to 1000000",
        "traces.zipkin, ftp://localhost/spans, expected an address such as http://localhost:9411",
        "traces.zipkin, http://user:password@localhost/spans, expected an address such as http://localhost:9411",
        "traces.zipkin, localhost:9411, expected an address such as http://localhost:9411",
        "record.megabytes, 0, expected a number from 1",
        "record.files, 1, expected a number from 2",
        "x, 1, the settings are"
    })
    @DisplayName("Unknown names and values are refused, with a suggestion")
    void refuses(String name, String value, String message) {
        assertThatThrownBy(() -> of(Map.of(name, value)))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining(message);
    }

    @Test
    @DisplayName("An issuer of tokens has a variable for each setting, and is of no use without authentication")
    void issuer() {
        assertThat(of(Map.of()).oidc()).isEmpty();
        Map<String, String> environment = Map.of(
                "REEVE_OIDC_ISSUER",
                "https://login.example.org",
                "REEVE_OIDC_AUDIENCE",
                "reeve",
                "REEVE_OIDC_ROLES",
                "ops=operator",
                "REEVE_OIDC_ROLES_CLAIM",
                "groups");
        ServerSettings settings = ServerSettings.of(Map.of(), environment, Map.of());

        assertThat(settings.oidc().orElseThrow().rolesClaim()).isEqualTo("groups");
        assertThat(settings.warnings()).isEmpty();
        assertThat(settings.shown()).containsEntry("oidc.roles", "ops=operator").containsEntry("oidc.keys", "");
        assertThat(ServerSettings.of(Map.of(), environment, Map.of("authentication", "none"))
                        .warnings())
                .containsExactly("oidc.issuer is set, and authentication is none: nobody is asked for a token");
    }

    @Test
    @DisplayName("A password in the URL of the store is shown as stars, and the rest of it is not")
    void masksPasswordsInUrls() {
        String url = "jdbc:postgresql://h/db?password=hunter2&ssl=true&sslPassword=hunter2";

        assertThat(of(Map.of("store.jdbc", url)).shown())
                .containsEntry("store.jdbc", "jdbc:postgresql://h/db?password=***&ssl=true&sslPassword=***");
    }

    @Test
    @DisplayName("Secrets are shown as stars")
    void masksSecrets() {
        ServerSettings settings =
                of(Map.of("store.password", "hunter2", "tls.password", "hunter2", "tls.keyStore", "k"));

        assertThat(settings.shown()).containsEntry("store.password", "***").containsEntry("store.user", "");
        assertThat(settings.shown().toString() + settings.listening()).doesNotContain("hunter2");
    }
}
