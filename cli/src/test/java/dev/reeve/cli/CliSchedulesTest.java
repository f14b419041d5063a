package dev.reeve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Reeve;
import dev.reeve.Schedule;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("S8: schedules on the command line")
final class CliSchedulesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    private final Terminal terminal = new Terminal();

    private int reeve(String... args) {
        return terminal.run(directory.resolve("test.db"), args);
    }

    @Test
    void listsPausesResumesAndDeletes() {
        try (Reeve reeve = Reeve.open(directory.resolve("test.db"))) {
            reeve.deploy(DefinitionReader.parse(
                    "{\"workflow\":\"report\",\"steps\":{\"print\":{\"action\":\"report.print\"}}}"));
            reeve.schedules()
                    .put("nightly", Map.of("kind", "sales"), Schedule.cron("report", "0 3 1 1 *", "Europe/Berlin"));
            reeve.schedules().put("daily", Map.of(), Schedule.every("report", Duration.ofDays(300)));
            reeve.schedules().put("past", Map.of(), Schedule.at("report", Instant.EPOCH));
        }

        assertThat(reeve("schedule", "list")).isZero();
        assertThat(terminal.lines())
                .anyMatch(line -> line.startsWith("nightly  report  0 3 1 1 * Europe/Berlin  next "))
                .anyMatch(line -> line.startsWith("daily  report  every PT7200H  next "))
                .contains("past  report  once  over");
        assertThat(terminal.err()).contains("3 schedules");

        assertThat(reeve("schedule", "pause", "nightly", "--by", "alice", "--reason", "stock-taking"))
                .isZero();
        assertThat(reeve("schedule", "list", "--json")).isZero();
        assertThat(terminal.out())
                .contains("\"name\":\"nightly\"")
                .contains("\"cron\":\"0 3 1 1 *\"")
                .contains("\"actor\":\"alice\"")
                .contains("\"input\":{\"kind\":\"sales\"}");
        assertThat(reeve("schedule", "list")).isZero();
        assertThat(terminal.out()).contains("paused since").contains("by alice: stock-taking");
        assertThat(reeve("schedule", "resume", "nightly", "--by", "bob", "--reason", "counted"))
                .isZero();
        assertThat(reeve("schedule", "delete", "nightly", "--by", "carol", "--reason", "not needed"))
                .isZero();
        assertThat(terminal.out()).contains("nightly is deleted");
        assertThat(reeve("schedule", "changes", "nightly")).isZero();
        assertThat(terminal.lines()).hasSize(3);
        assertThat(terminal.lines().getFirst()).endsWith("deleted by carol: not needed");
        assertThat(terminal.lines().get(1)).endsWith("resumed by bob: counted");
        assertThat(reeve("schedule", "delete", "nightly", "--by", "carol", "--reason", "again"))
                .isEqualTo(1);
        assertThat(terminal.err()).contains("there is no schedule 'nightly'");
        assertThat(reeve("schedule", "list")).isZero();
        assertThat(terminal.err()).contains("2 schedules");
    }

    @Test
    void aStoreWithoutSchedulesHasNone() {
        Reeve.open(directory.resolve("test.db")).close();

        assertThat(reeve("schedule", "list")).isZero();
        assertThat(terminal.err()).contains("nothing is scheduled");
    }
}
