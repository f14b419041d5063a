package dev.reeve.cli.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers in processes of their own on one PostgreSQL, and a service that answers 202 and reports later. */
@DisplayName("A server is killed between the 202 of a service and its result")
@Timeout(300)
@Tag("proof")
final class PushFaultsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String SHARED = "0123456789abcdef0123456789abcdef";
    private static final String SECRET = "whsec_" + "Q".repeat(32);

    @TempDir
    private @Nullable Path directory;

    private @Nullable EmbeddedPostgres postgres;
    private @Nullable HttpServer service;
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final List<Process> processes = new ArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeEach
    void open() throws IOException {
        postgres = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "off")
                .setServerConfig("reeve.throwaway", "on")
                .start();
        HttpServer answering = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service = answering;
        answering.createContext("/", exchange -> {
            received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(202, -1);
            exchange.close();
        });
        answering.start();
    }

    @AfterEach
    void close() throws IOException {
        for (Process process : processes) {
            process.destroyForcibly();
            process.onExit().join();
        }
        Objects.requireNonNull(service).stop(0);
        Objects.requireNonNull(postgres).close();
    }

    private static final Pattern LISTENS = Pattern.compile("Reeve listens on (http\\S+)");

    /** A server that runs, and its address. */
    private record Running(Process process, URI address) {}

    private Running start(String name, boolean pushes) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.reeve.cli.Cli",
                "server"));
        List<String> settings = new ArrayList<>(List.of(
                "listen.port=0",
                "authentication=none",
                "directory=" + Objects.requireNonNull(directory).resolve(name),
                "store.jdbc=" + Objects.requireNonNull(postgres).getJdbcUrl("postgres", "postgres")));
        if (pushes) {
            int port = Objects.requireNonNull(service).getAddress().getPort();
            settings.add("push.targets=orders=http://127.0.0.1:" + port + "/");
            settings.add("push.actions=orders=order.ship");
        }
        settings.forEach(setting -> command.addAll(List.of("--set", setting)));
        try {
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().put("REEVE_AGENTS_SECRET", SHARED);
            builder.environment().put("REEVE_SECRET_PUSH_ORDERS", SECRET);
            Path log = Objects.requireNonNull(directory).resolve(name + ".log");
            Process process = builder.redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            processes.add(process);
            await().atMost(PATIENCE)
                    .until(() -> LISTENS.matcher(Files.readString(log)).find() || !process.isAlive());
            Matcher listens = LISTENS.matcher(Files.readString(log));
            assertThat(listens.find())
                    .as("the server %s has ended: see %s", name, log)
                    .isTrue();
            return new Running(process, URI.create(listens.group(1)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HttpResponse<String> send(Running server, String method, String path, String type, String body) {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve(path))
                .timeout(PATIENCE)
                .header("Content-Type", type)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private String get(Running server, String path) {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve(path))
                .timeout(PATIENCE)
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void deploy(Running server, String completeBy) {
        String definition = """
                workflow: order%s
                steps:
                  ship: { action: order.ship, completeBy: %s, retry: { maxAttempts: 1 }, onExhausted: escalate }
                output: "${ steps.ship.output }"
                """.formatted(completeBy, completeBy);
        assertThat(send(server, "POST", "/v1/definitions", "application/yaml", definition)
                        .statusCode())
                .isEqualTo(201);
    }

    private static String member(String json, String name) {
        Matcher member = Pattern.compile("\"%s\":\"([^\"]*)\"".formatted(name)).matcher(json);
        assertThat(member.find()).as(json).isTrue();
        return member.group(1);
    }

    private String start(Running server, String workflow) {
        HttpResponse<String> started = send(
                server, "POST", "/v1/executions", "application/json", "{\"workflow\": \"%s\"}".formatted(workflow));
        assertThat(started.statusCode()).as(started.body()).isEqualTo(201);
        return member(started.body(), "id");
    }

    /** The completion token of the execution's attempt, once it is left open. */
    private String leftOpen(Running server, String id) {
        await().atMost(PATIENCE)
                .until(() -> get(server, "/v1/executions/" + id + "/history").contains("reeve:leftOpen"));
        return received.stream()
                .filter(body -> body.contains(id))
                .map(body -> member(body, "completionToken"))
                .findFirst()
                .orElseThrow();
    }

    private int complete(Running server, String token, String output) {
        return send(
                        server,
                        "POST",
                        "/v1/completions/" + token,
                        "application/json",
                        "{\"output\": %s}".formatted(output))
                .statusCode();
    }

    @Test
    @DisplayName("A9, F1: another server and a new one take the result, twice and once, and none that is late")
    void killed() {
        Running first = start("first", true);
        deploy(first, "10m");
        deploy(first, "15s");
        List<String> ids = new ArrayList<>();
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ids.add(start(first, "order10m"));
            tokens.add(leftOpen(first, ids.get(i)));
        }
        Running second = start("second", false);
        first.process().destroyForcibly();
        first.process().onExit().join();

        // before and after the second server has taken the executions over
        assertThat(complete(second, tokens.get(0), "{\"n\": 0}")).isEqualTo(200);
        assertThat(complete(second, tokens.get(0), "{\"n\": 0}")).isEqualTo(200);
        assertThat(complete(second, tokens.get(0), "{\"n\": 9}")).isEqualTo(409);
        assertThat(get(second, "/v1/executions/" + ids.get(0) + "/result?wait=50s"))
                .contains("\"n\":0");
        assertThat(complete(second, tokens.get(1), "{\"n\": 1}")).isEqualTo(200);

        Running third = start("third", true);
        assertThat(complete(third, tokens.get(1), "{\"n\": 1}")).isEqualTo(200);
        assertThat(complete(third, tokens.get(2), "{\"n\": 2}")).isEqualTo(200);
        second.process().destroyForcibly();
        second.process().onExit().join();
        assertThat(complete(third, tokens.get(3), "{\"n\": 3}")).isEqualTo(200);
        for (int i = 0; i < ids.size(); i++) {
            assertThat(get(third, "/v1/executions/" + ids.get(i) + "/result?wait=50s"))
                    .contains("\"COMPLETED\"", "\"n\":" + i);
            assertThat(get(third, "/v1/executions/" + ids.get(i) + "/history")).doesNotContain("attemptFailed");
        }
        assertThat(received).as("no attempt was sent again").hasSize(ids.size());

        String hasty = start(third, "order15s");
        String late = leftOpen(third, hasty);
        await().atMost(PATIENCE)
                .until(() -> get(third, "/v1/executions/" + hasty).contains("ESCALATED"));
        assertThat(complete(third, late, "{\"n\": 5}")).isEqualTo(409);
        assertThat(get(third, "/v1/executions/" + hasty + "/history")).contains("lateReportKept");
    }
}
