package dev.reeve.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.reeve.cli.Terminal;
import dev.reeve.internal.server.ServerSettings;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A server in this process")
final class ServerGuideTest {

    @TempDir
    private @Nullable Path directory;

    private Path directory() {
        return Objects.requireNonNull(directory);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "docs/guide/server.md, '\"output\":{\"approved\":true}'", // a signal decides
        "README.md, '\"output\":\"r-17\"'" // curl also does the step
    })
    @DisplayName("The commands with curl alone work, in less than a minute")
    void withCurlAlone(String page, String output) throws Exception {
        String text = Files.readString(Path.of("..").resolve(page));
        Matcher block = Pattern.compile("a test runs this block -->\n```sh\n(.*?)```", Pattern.DOTALL)
                .matcher(text);
        assertThat(block.find()).isTrue();
        try (LiveServer live =
                LiveServer.open(DevelopmentSettings.of(0, directory().resolve("data"), List.of(), ""))) {
            String script = block.group(1)
                    .replace("http://127.0.0.1:8080", live.server().address().toString());
            Path out = directory().resolve("out");
            Process shell = new ProcessBuilder("bash", "-eu", "-c", script)
                    .directory(directory().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            assertThat(shell.waitFor(1, TimeUnit.MINUTES)).isTrue();

            assertThat(shell.exitValue()).as(Files.readString(out)).isZero();
            assertThat(Files.readString(out))
                    .contains("\"created\":true", "\"status\":\"COMPLETED\",\"ended\":true," + output);
        }
    }

    @Test
    @DisplayName("The console is at /console, and the root leads there")
    void console() throws Exception {
        try (LiveServer live =
                        LiveServer.open(DevelopmentSettings.of(0, directory().resolve("data"), List.of(), ""));
                HttpClient client = HttpClient.newBuilder()
                        .followRedirects(HttpClient.Redirect.NORMAL)
                        .build()) {
            HttpResponse<String> page = client.send(
                    HttpRequest.newBuilder(URI.create(live.server().address() + "/"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(page.uri().getPath()).isEqualTo("/console");
            assertThat(page.body()).contains("<title>Reeve</title>", "console/main-");
        }
    }

    @Test
    @DisplayName("With --http, steps call a service of this machine")
    void callsServices() throws Exception {
        HttpServer service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        service.start();
        String origin = "http://localhost:" + service.getAddress().getPort();
        try (LiveServer live =
                LiveServer.open(DevelopmentSettings.of(0, directory().resolve("data"), List.of(origin), ""))) {
            live.reeve().deploy(Workflow.parse("""
                    workflow: call
                    steps:
                      ask: { action: http, input: { url: "%s/x" } }
                    output: "${ steps.ask.output.status }"
                    """.formatted(origin)));
            assertThat(live.reeve().start("call", Map.of()).await(Integer.class, Duration.ofSeconds(30)))
                    .isEqualTo(204);
        } finally {
            service.stop(0);
        }
    }

    @Test
    @DisplayName("A server asks for a key: none gets 401, the first one of the administrator opens it")
    void asksForKeys() throws Exception {
        Path data = directory().resolve("data");
        ServerSettings settings =
                ServerSettings.of(Map.of(), Map.of(), Map.of("listen.port", "0", "directory", data.toString()));
        try (LiveServer live = LiveServer.open(settings);
                HttpClient client = HttpClient.newHttpClient()) {
            URI self = live.server().address().resolve("/v1/self");
            assertThat(status(client, HttpRequest.newBuilder(self))).isEqualTo(401);
            String key =
                    Files.readString(live.server().adminKey().orElseThrow()).strip();
            assertThat(status(client, HttpRequest.newBuilder(self).header("Authorization", "Bearer " + key)))
                    .isEqualTo(200);
            assertThat(status(
                            client,
                            HttpRequest.newBuilder(live.server().address().resolve("/health/ready"))))
                    .isEqualTo(200);
            URI metrics = live.server().address().resolve("/metrics");
            assertThat(status(client, HttpRequest.newBuilder(metrics))).isEqualTo(401);
            assertThat(status(client, HttpRequest.newBuilder(metrics).header("Authorization", "Bearer " + key)))
                    .isEqualTo(200);
            HttpRequest.Builder claim = HttpRequest.newBuilder(
                            live.server().address().resolve("/v1/attempts/claim"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{}"));
            assertThat(status(client, claim)).as("agents need a key, too").isEqualTo(401);
            assertThat(status(client, claim.header("Authorization", "Bearer " + key)))
                    .isEqualTo(400);
            assertThat(Files.getPosixFilePermissions(data.resolve("agents.secret")))
                    .hasSize(2);
        }
        Terminal terminal = new Terminal();
        String[] at = {"--set", "directory=" + data};
        assertThat(terminal.run(
                        "key", "create", "shop", "--role", "starter,deployer", "--expires", "90d", at[0], at[1]))
                .isZero();
        assertThat(terminal.out()).startsWith("reeve_");
        assertThat(terminal.run("key", "list", at[0], at[1])).isZero();
        assertThat(terminal.out()).contains("admin  reeve_", "shop  reeve_");
        assertThat(terminal.out())
                .containsPattern("admin  reeve_.*  never expires  last used 2")
                .containsPattern("shop  reeve_.*  never used");
        assertThat(terminal.run("key", "remove", "shop", at[0], at[1])).isZero();
        assertThat(terminal.run("key", "create", "x", "--role", "king", at[0], at[1]))
                .isEqualTo(1);
    }

    private static int status(HttpClient client, HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.timeout(Duration.ofSeconds(30)).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    @DisplayName("The settings are those of the file and of the flags, and an unknown one is refused")
    void printsSettings() throws IOException {
        Path file = Files.writeString(
                directory().resolve("reeve.yaml"), "listen: { port: 8443 }\nstore.password: hunter2\n");
        Terminal terminal = new Terminal();

        assertThat(terminal.run("config", "--config", file.toString(), "--set", "listen.host=::1"))
                .isZero();
        assertThat(terminal.out())
                .contains("listen.port: \"8443\"", "listen.host: \"::1\"", "store.password: \"***\"")
                .doesNotContain("hunter2");
        assertThat(terminal.run("config", "--set", "listen.prot=1")).isEqualTo(1);
        assertThat(terminal.run("config", "--set", "listen.host=0.0.0.0", "--set", "authentication=none"))
                .isEqualTo(1);
        assertThat(terminal.run("config", "--set", "listen.host=0.0.0.0")).isEqualTo(1);
        assertThat(terminal.err()).contains("keys would travel in clear text", "listen.proxies");
        assertThat(terminal.run("config", "--set", "listen.host=0.0.0.0", "--set", "listen.proxies=10.0.0.7"))
                .isZero();
        assertThat(terminal.err()).contains("warning: keys and data travel in clear text from the proxies 10.0.0.7");
        assertThat(terminal.out()).contains("listen.proxies: \"10.0.0.7\"").doesNotContain("warning");
    }

    @Test
    @DisplayName("A watched definition that changes and keeps its version becomes the next version (dev)")
    void redeploys() throws IOException {
        Path definitions = Files.createDirectory(directory().resolve("workflows"));
        Path file = definitions.resolve("pay.yaml");
        List<String> told = new ArrayList<>();
        try (LiveServer live =
                        LiveServer.open(DevelopmentSettings.of(0, directory().resolve("data"), List.of(), ""));
                WatchedDefinitions watched = new WatchedDefinitions(definitions, live.reeve(), told::add)) {
            Files.writeString(file, "workflow: pay\nsteps:\n  a: { action: x.y }\n");
            watched.runOnce();
            watched.runOnce();
            Files.writeString(file, "workflow: pay\nsteps:\n  b: { action: x.y }\n");
            watched.runOnce();
            Files.writeString(file, "workflow: pay\nsteps:\n  b: { action: x.y }\n# the same\n");
            watched.runOnce();
            Files.writeString(file, "workflow: pay\nsteps:\n  b: { acton: x.y }\n");
            watched.runOnce();

            assertThat(told).hasSize(3);
            assertThat(told.subList(0, 2))
                    .containsExactly(
                            "deployed pay, version 1, from pay.yaml", "deployed pay, version 2, from pay.yaml");
            assertThat(told.get(2)).contains("acton");
            assertThat(live.reeve().definitions()).hasSize(2);
        }
    }
}
