package dev.reeve.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The long forms of {@code ./reeve bench soak} and {@code bench cluster}. The first one takes an hour for each store,
 * at the rate for which docs/PERFORMANCE.md shows that nothing grows; {@code -Dsoak.minutes} and {@code -Dsoak.rate}
 * say otherwise. The second one takes ten minutes.
 */
@DisplayName("Under a long load all executions end as expected")
final class SoakTest {

    private static final String MINUTES = System.getProperty("soak.minutes", "60");

    private static String rate(String shown) {
        return System.getProperty("soak.rate", shown);
    }

    @Test
    @Tag("soak")
    @DisplayName("a mixed load on SQLite: each is archived once, and nothing grows")
    void sqlite() throws IOException {
        bench("soak", "--store", "sqlite", "--minutes", MINUTES, "--rate", rate("50"));
    }

    @Test
    @Tag("soak")
    @DisplayName("a mixed load on PostgreSQL: each is archived once, and nothing grows")
    void postgres() throws IOException {
        bench("soak", "--store", "postgres", "--minutes", MINUTES, "--rate", rate("25"));
    }

    @Test
    @Tag("soak")
    @DisplayName("I1 to I11, F1, F2, F59: three nodes and six processes with agents that fail in turn for ten minutes")
    void cluster() throws IOException {
        bench("cluster", "--nodes", "3", "--agents", "6", "--seconds", "600", "--rate", "15");
    }

    @ParameterizedTest
    @Tag("proof")
    @ValueSource(strings = {"sqlite", "postgres"})
    @DisplayName("a mixed load for a minute, with three engines: each is archived once, and nothing grows")
    void briefly(String store) throws IOException {
        bench(
                "soak",
                "--store",
                store,
                "--minutes",
                "1",
                "--rate",
                "50",
                "--retention",
                "10",
                "--reopen",
                "20",
                "--interval",
                "10");
    }

    private static void bench(String... arguments) throws IOException {
        Path target = Path.of("target").toAbsolutePath();
        Files.createDirectories(target);
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(List.of("--dir", target.toString()));

        int exit = Bench.commandLine()
                .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
                .execute(all.toArray(String[]::new));

        assertThat(exit).as("exit code; what went wrong is in the output").isZero();
    }
}
