package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ConcurrencyPolicy;
import dev.reeve.Cron;
import dev.reeve.Gap;
import dev.reeve.NodeOptions;
import dev.reeve.Overlap;
import dev.reeve.Reeve;
import dev.reeve.Schedule;
import dev.reeve.ScheduleStatus;
import dev.reeve.Timetable;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The examples of docs/guide/schedules.md are compiled and valid")
final class ScheduleGuideTest {

    private static final Path GUIDE = Path.of("../docs/guide/schedules.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/reeve/internal/engine/client/ScheduleGuideTest.java");

    /** Without what only the test has. */
    private static String squeezed(String code) {
        return GuideBlocks.squeezed(code).replace("Path.of(\"report.yaml\")", "file");
    }

    @Test
    void theGuideShowsWhatIsCompiled() throws IOException {
        String source = squeezed(Files.readString(SOURCE));

        assertThat(GuideBlocks.of(GUIDE, "java")).hasSize(2).allMatch(block -> source.contains(squeezed(block)));
    }

    @Test
    void whatIsShownIsTaken(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(
                directory.resolve("report.yaml"), "workflow: report\nsteps: { print: { action: report.print } }");
        try (Reeve reeve = EmbeddedReeve.on(new MemoryStore(Instant::now), NodeOptions.defaults())) {
            reeve.deploy(Workflow.parse("workflow: poll\nsteps: { poll: { action: orders.poll } }"));
            reeve.deploy(Workflow.parse("workflow: launch\nsteps: { launch: { action: rocket.launch } }"));
            reeve.deploy(Workflow.load(file));
            reeve.schedules()
                    .put(
                            "nightly_report",
                            Map.of("kind", "sales"),
                            Schedule.cron("report", "0 3 * * MON-FRI", "Europe/Berlin"));
            reeve.schedules()
                    .put(
                            "poll_orders",
                            Map.of(),
                            Schedule.every("poll", Duration.ofMinutes(5)).whileRunning(ConcurrencyPolicy.SKIP));
            reeve.schedules().put("launch", Map.of(), Schedule.at("launch", Instant.parse("2027-01-01T09:00:00Z")));

            assertThat(reeve.schedules().list())
                    .extracting(ScheduleStatus::name)
                    .containsExactly("launch", "nightly_report", "poll_orders");
        }
    }

    @Test
    void thePoliciesOfTheGuideAreTaken() {
        Timetable timetable =
                new Timetable.ByClock(Cron.parse("30 2 * * *"), ZoneId.of("Europe/Berlin"), Gap.SKIP, Overlap.BOTH);

        assertThat(timetable.after(Instant.parse("2026-03-28T12:00:00Z")))
                .contains(Instant.parse("2026-03-30T00:30:00Z"));
    }
}
