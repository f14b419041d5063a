package dev.reeve.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.NodeOptions;
import dev.reeve.Purpose;
import dev.reeve.Reeve;
import dev.reeve.WaitReason;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The dashboard and the alerts in docs/deploy")
class DashboardTest {

    private static final Path DEPLOY = Path.of("..", "docs", "deploy");
    private static final Path DASHBOARD = DEPLOY.resolve("grafana/reeve.json");
    private static final Path ALERTS = DEPLOY.resolve("prometheus/reeve-alerts.yaml");

    private static final Pattern METRIC = Pattern.compile("\\breeve_[a-z_]+\\b(\\{[^}]*\\})?");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)(=~|!~|!=|=)\\\\?\"([^\"\\\\]*)\\\\?\"");
    private static final Pattern GROUPED = Pattern.compile("\\bby \\(([^)]*)\\)");

    private static final Pattern INCREASE =
            Pattern.compile("increase\\((reeve_[a-z_]+(?:\\{[^}]*\\})?)\\[(\\w+)\\]\\)");

    /** The labels that Prometheus adds. */
    private static final Set<String> ADDED = Set.of("instance", "quantile");

    /** The metrics as a server shows them to Prometheus, each with its labels and their values. */
    private final Map<String, Map<String, Set<String>>> shown = new TreeMap<>();

    @BeforeEach
    void scrape(@TempDir Path directory) {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        ReeveMetrics metrics = new ReeveMetrics(registry);
        try (Reeve reeve =
                Reeve.open(directory.resolve("shop.db"), NodeOptions.defaults().withObserver(metrics))) {
            metrics.watch(reeve);
            metrics.executionStarted("shop");
            metrics.executionEnded("shop", ExecutionStatus.COMPLETED, Duration.ofSeconds(1));
            metrics.compensationStarted("shop");
            metrics.attemptStarted("card.charge", Purpose.FORWARD, Duration.ZERO);
            metrics.attemptEnded("card.charge", Purpose.FORWARD, Cause.TRANSIENT, Duration.ofSeconds(1));
            metrics.retryScheduled("card.charge", Purpose.FORWARD, WaitReason.BACKOFF);
            metrics.stepEscalated("card.charge", Purpose.FORWARD, Cause.BUSINESS);
            metrics.committed(1, Duration.ofMillis(1));
            registry.scrape().lines().filter(line -> !line.startsWith("#")).forEach(this::read);
        }
        assertThat(shown).containsKeys("reeve_nodes", "reeve_escalations_total", "reeve_executions_seconds_count");
    }

    private void read(String line) {
        Map<String, Set<String>> labels = shown.computeIfAbsent(
                line.substring(0, line.indexOf(line.contains("{") ? '{' : ' ')), name -> new TreeMap<>());
        Matcher label = LABEL.matcher(line);
        while (label.find()) {
            labels.computeIfAbsent(label.group(1), name -> new TreeSet<>()).add(label.group(3));
        }
    }

    private static List<String> expressions(Path file, String member) throws IOException {
        return Files.readString(file)
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith(member))
                .toList();
    }

    /** Each metric exists, with the labels and the values that the expression names. */
    private void check(String expression) {
        Matcher metric = METRIC.matcher(expression);
        Set<String> known = new TreeSet<>(ADDED);
        boolean found = false;
        while (metric.find()) {
            found = true;
            String name = metric.group().replaceFirst("\\{.*", "");
            assertThat(shown).as(expression).containsKey(name);
            Map<String, Set<String>> labels = shown.getOrDefault(name, Map.of());
            known.addAll(labels.keySet());
            Matcher label = LABEL.matcher(metric.group());
            while (label.find()) {
                assertThat(labels).as(expression).containsKey(label.group(1));
                if (!label.group(3).startsWith("$")) {
                    assertThat(labels.getOrDefault(label.group(1), Set.of()))
                            .as(expression)
                            .contains(label.group(3));
                }
            }
        }
        assertThat(found).as(expression).isTrue();
        Matcher grouped = GROUPED.matcher(expression);
        while (grouped.find()) {
            assertThat(known).as(expression).contains(grouped.group(1).split(", "));
        }
    }

    @Test
    @DisplayName("Each metric, label and value of the dashboard exists, and the dashboard is JSON")
    void dashboard() throws IOException {
        Json unused = Json.parse(Files.readString(DASHBOARD), "dashboard");
        List<String> expressions = expressions(DASHBOARD, "\"expr\":");

        assertThat(expressions).hasSizeGreaterThan(30).allSatisfy(this::check);
    }

    @Test
    @DisplayName("Each metric, label and value of the alerts exists")
    void alerts() throws IOException {
        List<String> expressions = expressions(ALERTS, "expr:");

        assertThat(expressions).hasSizeGreaterThan(10).allSatisfy(this::check);
        assertThat(expressions(ALERTS, "- alert:")).hasSameSizeAs(expressions).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("The first increment of a counter counts, at which the counter appears")
    void firstIncrement() throws IOException {
        List<String> expressions = new ArrayList<>(expressions(DASHBOARD, "\"expr\":"));
        expressions.addAll(expressions(ALERTS, "expr:"));
        int found = 0;
        for (String expression : expressions) {
            Matcher increase = INCREASE.matcher(expression);
            while (increase.find()) {
                found++;
                String counter = increase.group(1);
                assertThat(expression).contains(counter + " unless " + counter + " offset " + increase.group(2) + ")");
            }
        }

        assertThat(found).isEqualTo(2);
    }

    @Test
    @DisplayName("The dashboard shows every metric")
    void everything() throws IOException {
        String all = String.join("\n", expressions(DASHBOARD, "\"expr\":"));
        Set<String> missing = new TreeSet<>();
        for (String name : shown.keySet()) {
            String meter = name.replaceFirst("_(count|sum|max)$", "");
            if (!all.contains(meter)) {
                missing.add(name);
            }
        }

        assertThat(missing).containsExactly("reeve_supervisor_stalls_total");
    }
}
