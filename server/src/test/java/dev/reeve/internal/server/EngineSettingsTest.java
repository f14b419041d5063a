package dev.reeve.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.NodeOptions;
import dev.reeve.ReeveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("H1: The settings of the engine in a server")
final class EngineSettingsTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String OLD_SECRET = "whsec_" + "b2xk".repeat(8);

    @TempDir
    private @Nullable Path directory;

    private static ServerSettings of(Map<String, String> flags) {
        return ServerSettings.of(Map.of(), Map.of(), flags);
    }

    @Test
    @DisplayName("Without any, nothing is sent, nothing is removed, and nothing is archived")
    void defaults() {
        assertThat(of(Map.of()).engine(NodeOptions.defaults())).isEqualTo(NodeOptions.defaults());
    }

    @Test
    @DisplayName("Each setting reaches the engine")
    void reachTheEngine() {
        Map<String, String> environment = Map.of("REEVE_WEBHOOKS_SECRET", SECRET, "REEVE_NODE_RETENTION", "90d");
        Map<String, String> file = new HashMap<>();
        file.put("archive.directory", directory + "/archive");
        file.put("archive.gathering", "1h");
        file.put("webhooks.oldSecret", OLD_SECRET);
        file.put("webhooks.allowed", "https://shop.example/hooks/, https://ops.example");
        file.put("webhooks.timeout", "20s");
        file.put("webhooks.source", "/shop");
        file.put("alerts.to", "https://ops.example/alerts");
        file.put("alerts.window", "1m");

        NodeOptions options = ServerSettings.of(file, environment, Map.of()).engine(NodeOptions.defaults());

        assertThat(options.retention()).isEqualTo(Duration.ofDays(90));
        assertThat(options.archive()).hasToString("archive in " + directory + "/archive");
        assertThat(Objects.requireNonNull(options.archive()).gathering()).isEqualTo(Duration.ofHours(1));
        assertThat(options.notification().source()).isEqualTo("/shop");
        assertThat(options.notification().channels()).hasSize(1);
        assertThat(options.notification().alerts().to()).hasSize(1);
        assertThat(options.notification().alerts().window()).isEqualTo(Duration.ofMinutes(1));
        assertThat(options.notification().delivery().timeout())
                .as("the webhook gives up first")
                .isGreaterThan(Duration.ofSeconds(20));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "node.retention | x | node.retention: ",
                "node.retention | 1ms | node.retention: expected PT1S or more",
                "archive.gathering | soon | archive.gathering: ",
                "webhooks.secret | hunter2 | webhooks.secret: expected whsec_",
                "webhooks.oldSecret | hunter2 | webhooks.oldSecret: expected whsec_",
                "webhooks.allowed | https://shop.example | webhooks.secret is not: set it",
                "webhooks.allowed | shop.example | webhooks.allowed: expected the beginning of a URI",
                "webhooks.privateAddresses | yes | webhooks.privateAddresses: expected true or false, found 'yes'",
                "webhooks.timeout | 0s | webhooks.timeout: expected more than nothing",
                "webhooks.source | a b | webhooks.source: expected an address",
                "webhooks.source | '' | webhooks.source: expected a URI",
                "alerts.to | https://ops.example/alerts | webhooks.allowed is not: set it",
                "alerts.to | ops example/^ | alerts.to: expected an address",
                "alerts.window | -1m | alerts.window: ",
                "webhook.secret | x | did you mean 'webhooks.secret'?"
            })
    @DisplayName("A wrong value is refused, and named")
    void refuses(String name, String value, String message) {
        assertThatThrownBy(() -> of(Map.of(name, value)))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("hunter2");
    }

    @Test
    @DisplayName("A receiver of alerts has to be allowed, and a file is no archive")
    void together() throws IOException {
        Map<String, String> flags = new HashMap<>();
        flags.put("webhooks.secret", SECRET);
        flags.put("webhooks.allowed", "https://shop.example/hooks/");
        flags.put("alerts.to", "https://ops.example/alerts?token=hunter2");
        assertThatThrownBy(() -> of(flags))
                .hasMessageContaining("alerts.to: https://ops.example/alerts?*** is not among the addresses")
                .hasMessageNotContaining("hunter2");

        Path file = Files.createFile(Path.of(directory + "/file"));
        assertThatThrownBy(() -> of(Map.of("archive.directory", file.toString())))
                .hasMessageContaining("is no directory");
    }

    @Test
    @DisplayName("One message has all problems, those of other settings and unknown names included")
    void atOnce() {
        Map<String, String> flags = new HashMap<>();
        flags.put("listen.port", "70000");
        flags.put("listen.prot", "1");
        flags.put("store.file", "a");
        flags.put("store.jdbc", "b");
        flags.put("node.retention", "soon");
        flags.put("webhooks.secret", "x");
        flags.put("webhooks.allowed", "ftp://a.example, shop.example");
        flags.put("alerts.window", "x");

        assertThatThrownBy(() -> of(flags))
                .isInstanceOf(ReeveException.class)
                .hasMessageContaining("the settings have 8 problems:")
                .hasMessageContainingAll(
                        "- listen.port: expected a number from 0 to 65535",
                        "- the command line has an unknown setting 'listen.prot'",
                        "- store.file and store.jdbc are both set",
                        "- node.retention: ",
                        "- webhooks.secret: ",
                        "found 'ftp://a.example'",
                        "found 'shop.example'",
                        "- alerts.window: ");
    }

    @Test
    @DisplayName("Secrets are shown as stars, those in the addresses of alerts included")
    void masksSecrets() {
        Map<String, String> flags = new HashMap<>();
        flags.put("webhooks.secret", SECRET);
        flags.put("webhooks.oldSecret", OLD_SECRET);
        flags.put("webhooks.allowed", "https://ops.example");
        flags.put("alerts.to", "https://ops.example/a?token=hunter2, https://ops.example/b");

        Map<String, String> shown = of(flags).shown();

        assertThat(shown)
                .containsEntry("webhooks.secret", "***")
                .containsEntry("webhooks.oldSecret", "***")
                .containsEntry("webhooks.allowed", "https://ops.example")
                .containsEntry("alerts.to", "https://ops.example/a?***, https://ops.example/b")
                .containsEntry("node.retention", "")
                .containsEntry("archive.gathering", "10m");
        assertThat(shown.toString()).doesNotContain(SECRET, OLD_SECRET, "hunter2");
    }

    @Test
    @DisplayName("Settings that do nothing, or reach far, get a warning")
    void warnings() {
        assertThat(of(Map.of("webhooks.secret", SECRET)).warnings())
                .singleElement()
                .asString()
                .contains("no webhook is sent");
        Map<String, String> flags = new HashMap<>();
        flags.put("webhooks.secret", SECRET);
        flags.put("webhooks.allowed", "http://*");
        flags.put("webhooks.privateAddresses", "true");
        assertThat(of(flags).warnings()).singleElement().asString().contains("many hosts of the network");
        flags.put("webhooks.allowed", "http://hooks.internal");
        assertThat(of(flags).warnings()).isEmpty();
    }
}
