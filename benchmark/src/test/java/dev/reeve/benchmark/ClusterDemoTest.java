package dev.reeve.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.benchmark.process.Directories;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

@DisplayName("./reeve demo --nodes N")
final class ClusterDemoTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine demo = ClusterDemo.commandLine();
        demo.setOut(new PrintWriter(out, true));
        demo.setErr(new PrintWriter(err, true));
        return demo.execute(arguments);
    }

    @Test
    @DisplayName("a number of engines that it cannot show is refused")
    void tooMany() {
        assertThat(run("--nodes", "1")).isEqualTo(2);
        assertThat(err.toString()).contains("--nodes: expected 2 to 8, found 1");
    }

    @Test
    @Tag("proof")
    @DisplayName("H2: two engines are killed in turn, the table shows who owns what, and the audit is clean")
    void eachIsKilled() throws IOException {
        Path directory = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "demo-test-");

        assertThat(run("--nodes", "2", "--crash", "--seconds", "5", "--dir", directory.toString()))
                .as(err.toString())
                .isZero();

        assertThat(err.toString()).contains("RENAME of place-0", "RENAME of place-1", "the audit is clean");
        assertThat(out.toString()).contains("shards", "in flight", "place-0-again-1", "violations");
        Directories.delete(directory);
    }
}
