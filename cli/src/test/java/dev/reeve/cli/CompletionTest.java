package dev.reeve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The scripts that complete the command line")
final class CompletionTest {

    private final Terminal terminal = new Terminal();

    @ParameterizedTest
    @CsvSource({"bash, reeve.bash", "zsh, _reeve"})
    @DisplayName("The files of the archive match the commands")
    void theFilesAreThoseOfTheCommands(String shell, String name) throws IOException {
        Path file = Path.of("src/dist/completion", name);
        assertThat(terminal.run("completion", shell)).isZero();
        if (System.getProperty("completion.update") != null) {
            Files.writeString(file, terminal.out());
            return;
        }

        assertThat(Files.readString(file))
                .as("write it anew with -pl cli -am -Dtest=CompletionTest -Dcompletion.update")
                .isEqualTo(terminal.out());
    }

    @Test
    @DisplayName("Both name every command; bash is the default")
    void namesEveryCommand() {
        terminal.run("completion", "zsh");
        String zsh = terminal.out();
        assertThat(terminal.run("completion")).isZero();

        assertThat(terminal.out()).contains("complete -o default -F _reeve reeve");
        assertThat(CliUsageTest.commands(Cli.commandLine(), "").toList()).allSatisfy(command -> {
            assertThat(terminal.out()).contains("' " + command + "'");
            assertThat(zsh).contains("_reeve_" + command.replace(' ', '_') + "() {");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "reeve servi | service",
                "reeve service re | resume",
                "reeve list --st | --store --status",
                "reeve list --status co | compensating completed compensated",
                "reeve list --status = fa | failed",
                "reeve bulk res | resolve resume",
                "reeve show retry --hi | --history",
            })
    @DisplayName("bash completes commands, options, values of options, and words that a command takes")
    void completesInBash(String line, String expected) throws IOException, InterruptedException {
        String script =
                "source src/dist/completion/reeve.bash; COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _reeve;"
                                .formatted(line)
                        + " echo \"${COMPREPLY[*]}\"";
        Process bash = new ProcessBuilder("bash", "-c", script)
                .redirectErrorStream(true)
                .start();
        String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(bash.waitFor()).isZero();
        assertThat(Arrays.asList(out.strip().split(" ", -1))).containsExactlyInAnyOrder(expected.split(" ", -1));
    }
}
