package dev.reeve.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.agent.StepFailure;
import dev.reeve.workflow.Workflow;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** O4: what an engine does can be read from a registry. */
class ReeveMetricsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Workflow DOUBT = Workflow.parse("""
            workflow: doubt
            version: 1
            steps:
              guess: { action: card.charge, onExhausted: escalate }
            """);

    @TempDir
    Path directory;

    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    @DisplayName(
            "executions, attempts, retries, compensations and escalations are counted and timed once, under their documented names")
    void whatHappensIsMeasured() throws IOException {
        ReeveMetrics metrics = new ReeveMetrics(registry);
        AtomicBoolean first = new AtomicBoolean(true);
        try (Reeve reeve =
                Reeve.open(directory.resolve("shop.db"), NodeOptions.defaults().withObserver(metrics))) {
            metrics.watch(reeve);
            reeve.deploy(Shop.WORKFLOW);
            reeve.deploy(DOUBT);
            reeve.agent("services")
                    .action("stock.reserve", Json.class, (input, step) -> {
                        if (first.getAndSet(false)) {
                            throw StepFailure.transientError("BUSY", "not now");
                        }
                        return input;
                    })
                    .action("stock.release", Json.class, (input, step) -> null)
                    .action("card.charge", Json.class, (input, step) -> {
                        if (input.text().contains("false")) {
                            throw StepFailure.businessError("DECLINED", "no");
                        }
                        return input;
                    })
                    .start();

            assertThat(reeve.start("shop", new Json("{\"ok\":true}"))
                            .awaitEnd(PATIENCE)
                            .status())
                    .isEqualTo(ExecutionStatus.COMPLETED);
            assertThat(reeve.start("shop", new Json("{\"ok\":false}"))
                            .awaitEnd(PATIENCE)
                            .status())
                    .isEqualTo(ExecutionStatus.COMPENSATED);
            reeve.start("doubt", new Json("{\"ok\":false}"));

            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> registry.find("reeve.escalations").counter() != null);
            assertThat(count("reeve.executions.started", "workflow", "shop")).isEqualTo(2);
            assertThat(timed("reeve.executions", "workflow", "shop", "status", "completed"))
                    .isEqualTo(1);
            assertThat(timed("reeve.executions", "workflow", "shop", "status", "compensated"))
                    .isEqualTo(1);
            assertThat(count("reeve.compensations", "workflow", "shop")).isEqualTo(1);
            assertThat(timed("reeve.attempts", "action", "stock.reserve", "outcome", "transient"))
                    .isEqualTo(1);
            assertThat(timed("reeve.attempts", "action", "stock.reserve", "outcome", "result"))
                    .isEqualTo(2);
            assertThat(timed("reeve.attempts", "action", "stock.release", "purpose", "compensation"))
                    .isEqualTo(1);
            assertThat(timed("reeve.attempts.queued", "action", "stock.reserve"))
                    .isEqualTo(3);
            assertThat(count("reeve.retries", "action", "stock.reserve", "reason", "backoff"))
                    .isEqualTo(1);
            assertThat(count("reeve.escalations", "action", "card.charge", "cause", "business"))
                    .isEqualTo(1);
            assertThat(registry.get("reeve.commits").timer().totalTime(TimeUnit.NANOSECONDS))
                    .isPositive();
            assertThat(registry.get("reeve.agents")
                            .tag("health", "idle")
                            .gauge()
                            .value())
                    .isEqualTo(1);
            assertThat(registry.get("reeve.services.state")
                            .tags("action", "card.charge", "state", "closed")
                            .gauge()
                            .value())
                    .isEqualTo(1);
        }
        assertThat(documented()).isEqualTo(registered());
    }

    /** The lines of docs/guide/metrics.md. GuideBlocksTest of the module house compares them. */
    @SuppressWarnings("unused") // it only has to compile
    private static Reeve measured(DataSource dataSource, MeterRegistry registry) {
        ReeveMetrics metrics = new ReeveMetrics(registry);
        Reeve reeve = Reeve.open(dataSource, NodeOptions.defaults().withObserver(metrics));
        metrics.watch(reeve);
        return reeve;
    }

    private double count(String name, String... tags) {
        return registry.get(name).tags(tags).counter().count();
    }

    private long timed(String name, String... tags) {
        return registry.get(name).tags(tags).timer().count();
    }

    private Set<String> registered() {
        Set<String> names = new TreeSet<>();
        for (Meter meter : registry.getMeters()) {
            names.add(meter.getId().getName().replace(".percentile", ""));
        }
        return names;
    }

    private static Set<String> documented() throws IOException {
        String page = Files.readString(Path.of("../docs/guide/metrics.md"), StandardCharsets.UTF_8);
        Set<String> names = new TreeSet<>();
        Matcher rows = Pattern.compile("(?m)^\\| `(reeve[a-z.]+)`").matcher(page);
        while (rows.find()) {
            names.add(rows.group(1));
        }
        return names;
    }
}
