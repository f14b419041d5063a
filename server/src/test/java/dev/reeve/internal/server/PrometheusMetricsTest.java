package dev.reeve.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.Cause;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.NodeOptions;
import dev.reeve.Purpose;
import dev.reeve.Reeve;
import dev.reeve.WaitReason;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.http.endpoint.ChangeFeed;
import dev.reeve.spi.Observer;
import dev.reeve.spi.ObserverPair;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The metrics for Prometheus")
@Timeout(120)
final class PrometheusMetricsTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** A sample: a name, labels with escapes, and a number. */
    private static final Pattern SAMPLE = Pattern.compile(
            "([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{([a-zA-Z_][a-zA-Z0-9_]*=\"([^\"\\\\\\n]|\\\\[\\\\\"n])*\",?)*\\})? (NaN|[+-]Inf|[-+0-9.Ee]+)");

    @TempDir
    private Path directory;

    private final PrometheusMetrics metrics = new PrometheusMetrics();

    @AfterEach
    void close() {
        metrics.close();
    }

    private Reeve engine(Observer observer) {
        return Reeve.open(directory.resolve("reeve.db"), NodeOptions.defaults().withObserver(observer));
    }

    /** Types by name. Each metric is declared once, before its samples. */
    private static Map<String, String> types(String text) {
        Map<String, String> types = new TreeMap<>();
        String family = "";
        for (String line : text.lines().toList()) {
            String[] words = line.split(" ", 4);
            if (line.startsWith("# TYPE ")) {
                assertThat(types.put(words[2], words[3])).as(line).isNull();
                family = words[2];
            } else if (!line.startsWith("# HELP ")) {
                Matcher sample = SAMPLE.matcher(line);
                assertThat(sample.matches()).as(line).isTrue();
                assertThat(sample.group(1)).startsWith(family);
            }
        }
        return types;
    }

    @Test
    @DisplayName("Each metric of the guide is there, with the name and the type of its kind")
    void namesAndTypes() throws IOException {
        try (Reeve reeve = engine(metrics.observer())) {
            metrics.watch(reeve);
            Observer observer = metrics.observer();
            observer.executionStarted("pay");
            observer.executionEnded("pay", ExecutionStatus.COMPLETED, Duration.ofMillis(1500));
            observer.compensationStarted("pay");
            observer.attemptStarted("card.charge", Purpose.FORWARD, Duration.ofMillis(3));
            observer.attemptEnded("card.charge", Purpose.FORWARD, Cause.TRANSIENT, Duration.ofMillis(4));
            observer.retryScheduled("card.charge", Purpose.FORWARD, WaitReason.BACKOFF);
            observer.stepEscalated("card.charge", Purpose.FORWARD, Cause.BUSINESS);
            observer.committed(3, Duration.ofMillis(2));
            String text = metrics.text();

            Map<String, String> types = types(text);
            Map<String, String> documented = documented();
            assertThat(documented).hasSizeGreaterThan(25);
            assertThat(types).containsAllEntriesOf(documented);
            Set<String> undocumented = new TreeSet<>(types.keySet());
            undocumented.removeIf(name -> documented.containsKey(name)
                    || !name.startsWith("reeve_")
                    || (name.endsWith("_max") && documented.containsKey(name.substring(0, name.length() - 4))));
            assertThat(undocumented).isEmpty();
            assertThat(types).containsKeys("jvm_memory_used_bytes", "jvm_threads_live_threads", "process_cpu_usage");
            assertThat(text)
                    .contains(
                            "reeve_executions_started_total{namespace=\"default\",workflow=\"pay\"} 1.0\n",
                            "reeve_executions_seconds_sum{namespace=\"default\",status=\"completed\",workflow=\"pay\"} 1.5\n",
                            "reeve_executions_seconds{namespace=\"default\",status=\"completed\",workflow=\"pay\",quantile=\"0.99\"}",
                            "reeve_services_state{action=\"card.charge\",namespace=\"default\",state=\"closed\"}",
                            "reeve_nodes 1.0\n");
        }
    }

    /** The rows of the guide: dots are underscores, counters end with total, and times with seconds. */
    private static Map<String, String> documented() throws IOException {
        Map<String, String> types = new TreeMap<>();
        Set<String> seconds = Set.of(
                "reeve.services.waiting",
                "reeve.supervisor.lag",
                "reeve.supervisor.overdue",
                "reeve.node.renewal",
                "reeve.audit.overdue");
        Matcher rows = Pattern.compile("(?m)^\\| `(reeve[a-z.]+)` \\| (\\w+) \\|")
                .matcher(Files.readString(Path.of("../docs/guide/metrics.md")));
        while (rows.find()) {
            String name = rows.group(1).replace('.', '_');
            switch (rows.group(2)) {
                case "counter" -> types.put(name + "_total", "counter");
                case "timer" -> types.put(name + "_seconds", "summary");
                case "summary" -> types.put(name, "summary");
                case "gauge" -> types.put(seconds.contains(rows.group(1)) ? name + "_seconds" : name, "gauge");
                default -> throw new AssertionError(rows.group());
            }
        }
        return types;
    }

    @Test
    @DisplayName("Labels are escaped, so that no name breaks the lines of others")
    void escapesLabels() {
        metrics.observer().executionStarted("billing/a\"b\\c\nd} 1\n# TYPE x counter");
        String text = metrics.text();

        assertThat(types(text)).doesNotContainKey("x");
        assertThat(text)
                .contains(
                        "reeve_executions_started_total{namespace=\"billing\",workflow=\"a\\\"b\\\\c\\nd} 1\\n# TYPE x counter\"} 1.0\n");
    }

    @Test
    @DisplayName("There is a maximum of meters, so that names which callers choose take bounded memory")
    void bounded() {
        Observer observer = metrics.observer();
        observer.executionStarted("first");
        for (int i = 0; i < PrometheusMetrics.METERS_MAX + 100; i++) {
            observer.executionStarted("w" + i);
        }
        observer.executionStarted("first");

        String text = metrics.text();
        assertThat(types(text)).containsEntry("reeve_executions_started_total", "counter");
        assertThat(text.lines().filter(line -> line.startsWith("reeve_executions_started_total{")))
                .hasSizeBetween(PrometheusMetrics.METERS_MAX - 100, PrometheusMetrics.METERS_MAX);
        assertThat(text)
                .contains("reeve_executions_started_total{namespace=\"default\",workflow=\"first\"} 2.0\n")
                .doesNotContain("workflow=\"w" + PrometheusMetrics.METERS_MAX + "\"");
    }

    @Test
    @DisplayName("On a server they need a role in all namespaces, and the role metrics opens nothing else")
    void needsARole() throws Exception {
        ChangeFeed feed = new ChangeFeed("e1");
        ServerSettings settings =
                ServerSettings.of(Map.of(), Map.of(), Map.of("listen.port", "0", "directory", directory.toString()));
        ApiKeys keys = ApiKeys.in(directory, Clock.systemUTC());
        String scraper = keys.create("prometheus", Map.of(Principal.EVERYWHERE, Set.of(Role.METRICS)), null);
        String viewer = keys.create("vera", Map.of(Principal.EVERYWHERE, Set.of(Role.VIEWER)), null);
        String billing = keys.create("bill", Map.of("billing", Set.of(Role.ADMIN)), null);
        String agent = keys.create("agent", Map.of(Principal.EVERYWHERE, Set.of(Role.AGENT)), null);
        try (Reeve reeve = engine(new ObserverPair(feed, metrics.observer()));
                ReeveServer server = ReeveServer.start(reeve, feed, settings, List.of(metrics.endpoint()));
                HttpClient client = HttpClient.newHttpClient()) {
            metrics.watch(reeve);
            reeve.deploy(Workflow.parse("workflow: pay\nsteps:\n  charge: { action: card.charge }\n"));
            reeve.agent("cards")
                    .action("card.charge", Json.class, (input, step) -> input)
                    .start();
            reeve.start("pay", Map.of()).awaitEnd(MINUTE);

            HttpResponse<String> answer = get(client, server, "/metrics", scraper);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("content-type"))
                    .hasValue("text/plain; version=0.0.4; charset=utf-8");
            assertThat(types(answer.body())).containsEntry("reeve_commits_seconds", "summary");
            await().atMost(MINUTE)
                    .untilAsserted(
                            () -> assertThat(get(client, server, "/metrics", scraper)
                                            .body())
                                    .contains(
                                            "reeve_executions_seconds_count{namespace=\"default\",status=\"completed\",workflow=\"pay\"} 1"));
            assertThat(get(client, server, "/metrics", viewer).statusCode()).isEqualTo(200);
            HttpResponse<String> denied = get(client, server, "/metrics", billing);
            assertThat(denied.statusCode()).isEqualTo(403);
            assertThat(denied.body()).contains("in the namespace '*'").doesNotContain("reeve_executions");
            assertThat(get(client, server, "/metrics", agent).statusCode()).isEqualTo(403);
            assertThat(get(client, server, "/metrics", "nobody").statusCode()).isEqualTo(401);
            for (String path : List.of("/v1/executions", "/v1/self", "/v1/health", "/v1/services")) {
                assertThat(get(client, server, path, scraper).statusCode())
                        .as(path)
                        .isEqualTo(403);
            }
        }
        assertThat(Files.readString(directory.resolve("record.jsonl")))
                .contains("\"who\":\"bill\"", "\"operation\":\"READ_METRICS\"");
    }

    private static HttpResponse<String> get(HttpClient client, ReeveServer server, String path, String key)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(server.address().resolve(path))
                        .header("Authorization", "Bearer " + key)
                        .timeout(MINUTE)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
