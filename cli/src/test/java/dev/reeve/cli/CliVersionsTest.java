package dev.reeve.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.Execution;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.StepStatus;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("S9: versions on the command line")
final class CliVersionsTest {

    private static final String ONE = """
            workflow: report
            version: 1
            steps:
              rest: { wait: 3d }
              print: { action: report.print, after: [rest] }
            """;
    private static final String TWO = """
            workflow: report
            version: 2
            steps:
              rest: { wait: 3d }
              send: { action: report.send, after: [rest] }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    private final Terminal terminal = new Terminal();

    @BeforeEach
    void twoVersionsAndAnExecution() {
        try (Reeve reeve = Reeve.open(directory.resolve("test.db"))) {
            reeve.deploy(DefinitionReader.parse(ONE));
            reeve.deploy(DefinitionReader.parse(TWO));
            Execution execution =
                    reeve.start("report", Map.of(), Start.key("r1").version(1));
            await().until(() -> execution.describe().steps().getFirst().status() == StepStatus.WAITING);
        }
    }

    private int reeve(String... args) {
        return terminal.run(directory.resolve("test.db"), args);
    }

    private String file(String definition) throws IOException {
        return Files.writeString(directory.resolve("report.yaml"), definition).toString();
    }

    @Test
    void moves() {
        assertThat(reeve("move", "r1", "--to", "2", "--by", "alice", "--reason", "sent now"))
                .isZero();
        assertThat(terminal.out()).contains("move, by alice; it is now RUNNING");
        assertThat(reeve("show", "r1", "--history")).isZero();
        assertThat(terminal.out()).contains("ExecutionMoved", "\"reason\":\"sent now\"");

        assertThat(reeve("move", "r1", "--to", "2", "--by", "alice", "--reason", "again"))
                .isEqualTo(1);
        assertThat(terminal.err()).contains("it is on version 2 already");
        assertThat(reeve("move", "r1", "--to", "7", "--by", "alice", "--reason", "again"))
                .isEqualTo(1);
        assertThat(terminal.err()).contains("has no version 7");
    }

    @Test
    void checks() throws IOException {
        assertThat(reeve("check", file(TWO))).isZero();
        assertThat(terminal.out()).contains("report version 2: 1 open execution on other versions, 1 can be moved");

        String strands = TWO.replace("wait: 3d", "await: { signal: go }");
        assertThat(reeve("check", file(strands))).isEqualTo(1);
        assertThat(terminal.out())
                .contains("report version 3: 1 open execution on other versions, 0 can be moved")
                .contains(
                        "  1 cannot: step 'rest' has begun, and is a wait; in version 3 one that awaits 'go' (for example ");
        assertThat(reeve("check", "--json", file(strands))).isEqualTo(1);
        assertThat(terminal.out()).contains("\"step\":\"rest\"", "\"movable\":0");

        assertThat(reeve("check", file("workflow: report"))).isEqualTo(1);
        assertThat(terminal.err()).contains("reeve validate");
    }
}
