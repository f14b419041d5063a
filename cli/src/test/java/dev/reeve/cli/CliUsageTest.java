package dev.reeve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Messages about the arguments, before any store is opened. */
final class CliUsageTest {

    private final Terminal terminal = new Terminal();

    @Test
    @DisplayName("The guide has all commands, and no others")
    void everyCommandIsInTheGuide() throws IOException {
        String guide = Files.readString(Path.of("..", "docs", "guide", "operating.md"));
        String table = guide.substring(guide.indexOf("## Commands"), guide.indexOf("## Services that fail"));
        Set<String> named = Pattern.compile("^\\| (`.*?`) \\|", Pattern.MULTILINE)
                .matcher(table)
                .results()
                .flatMap(row -> Arrays.stream(row.group(1).replace("`", "").split(", ")))
                .collect(Collectors.toSet());

        assertThat(named).isEqualTo(commands(Cli.commandLine(), "").collect(Collectors.toSet()));
    }

    /** The names of the commands that do something, such as {@code service pause}. */
    static Stream<String> commands(CommandLine command, String path) {
        return command.getSubcommands().entrySet().stream()
                .flatMap(each -> each.getValue().getSubcommands().isEmpty()
                        ? Stream.of(path + each.getKey())
                        : commands(each.getValue(), path + each.getKey() + " "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "service",
                "service fly",
                "fly",
                "list",
                "list --store a --jdbc b",
                "list --jdbc jdbc:mysql://localhost/x",
                "list --store a --user me",
                "list --store a --limit 0",
                "list --store a --status odd",
                "list --store a --after x",
                "validate",
                "graph",
                "graph a b",
                "show --store a",
                "explain --store a x --step y",
                "explain --store a x --step y --if odd",
                "inbox --store a --limit -1",
                "retry --store a x y --by ann",
                "retry --store a x --by ann --reason z",
                "resolve --store a x y --by ann --reason z --output {",
                "cancel --store a x --reason z",
                "service pause --store a x --by ann",
                "service resume --store a x --by ann",
                "schedule resume --store a x --by ann",
                "schedule delete --store a x",
                "message list --store a --limit 0",
                "message redeliver --store a",
                "message redeliver --store a x --all",
                "rerun --store a x --by ann --reason z",
                "rerun --store a x y --by ann --reason z --input {",
            })
    void badUsageEndsWithTwo(String args) {
        assertThat(terminal.run(args.isEmpty() ? new String[0] : args.split(" ")))
                .as(args)
                .isEqualTo(2);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err()).isNotEmpty();
    }

    @Test
    @DisplayName("./reeve runs with the class path of the build, without test dependencies")
    void theEngineFindsTheAgent() throws IOException {
        assertThat(Files.readString(Path.of("pom.xml"), StandardCharsets.UTF_8))
                .doesNotContainPattern("<artifactId>reeve-[a-z]+</artifactId><scope>test</scope>");
    }

    @Test
    @DisplayName("./reeve lists every command")
    void theLauncherKnowsEveryCommand() throws IOException {
        String launcher = Files.readString(Path.of("../reeve"), StandardCharsets.UTF_8);
        int begin = launcher.indexOf("  list |");
        List<String> passedOn = List.of(launcher.substring(begin, launcher.indexOf(')', begin))
                .replace("\\", "")
                .trim()
                .split("[\\s|]+", -1));
        List<String> commands = Arrays.stream(
                        Cli.class.getAnnotation(Command.class).subcommands())
                .map(command -> command.getAnnotation(Command.class).name())
                .toList();

        assertThat(passedOn).containsExactlyInAnyOrderElementsOf(commands);
        assertThat(launcher.substring(0, begin)).contains(commands);
    }

    @Test
    void helpTellsTheExitCodesAndWhatIsTakenOver() {
        assertThat(terminal.run("--help")).isZero();
        assertThat(terminal.out()).contains("inbox", "explain");
        assertThat(terminal.run("retry", "--help")).isZero();
        assertThat(terminal.out()).contains("Exit codes", "--take-over", "pooler");
    }

    @Test
    @DisplayName("A mistake in an option shows the usage of that option, and not the whole usage")
    void aMistakeShowsTheOption() {
        terminal.run("list", "--store", "a", "--limit", "many");
        assertThat(terminal.err().lines())
                .hasSize(3)
                .first()
                .asString()
                .startsWith("reeve: ")
                .contains("--limit");
        assertThat(terminal.err().lines().skip(1).findFirst().orElseThrow()).startsWith("  --limit=");

        terminal.run("cancel", "--store", "a", "x", "--by", "ann");
        assertThat(terminal.err()).contains("\n  --reason=").doesNotContain("Usage:");

        terminal.run("cancel", "--store", "a", "x", "--by", "ann", "--why", "z");
        assertThat(terminal.err()).contains(". Did you mean '--reason'?\n  --reason=");
    }
}
