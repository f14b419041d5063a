package dev.reeve.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The mixed load of {@code ./reeve bench soak}. The long form takes an hour for each store; {@code -Dsoak.minutes} and
 * {@code -Dsoak.rate} say otherwise.
 */
@DisplayName("Under a mixed load all executions end as expected, are archived once, and nothing grows")
final class SoakTest {

    private static final String MINUTES = System.getProperty("soak.minutes", "60");
    private static final String RATE = System.getProperty("soak.rate", "200");

    @Test
    @Tag("soak")
    void sqlite() throws IOException {
        soak("sqlite", "--minutes", MINUTES, "--rate", RATE);
    }

    @Test
    @Tag("soak")
    void postgres() throws IOException {
        soak("postgres", "--minutes", MINUTES, "--rate", RATE);
    }

    @ParameterizedTest
    @Tag("proof")
    @ValueSource(strings = {"sqlite", "postgres"})
    @DisplayName("for a minute, with three engines")
    void briefly(String store) throws IOException {
        soak(store, "--minutes", "1", "--rate", "50", "--retention", "10", "--reopen", "20", "--interval", "10");
    }

    private static void soak(String store, String... options) throws IOException {
        Path target = Path.of("target").toAbsolutePath();
        Files.createDirectories(target);
        String[] arguments = new String[options.length + 5];
        arguments[0] = "soak";
        arguments[1] = "--store";
        arguments[2] = store;
        arguments[3] = "--dir";
        arguments[4] = target.toString();
        System.arraycopy(options, 0, arguments, 5, options.length);

        int exit = Bench.commandLine()
                .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
                .execute(arguments);

        assertThat(exit).as("exit code; what went wrong is in the output").isZero();
    }
}
