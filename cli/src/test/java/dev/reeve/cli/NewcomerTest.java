package dev.reeve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The command line on first use")
final class NewcomerTest {

    private final Terminal terminal = new Terminal();

    @TempDir
    private Path directory;

    static List<String> commands() {
        return CliUsageTest.commands(Cli.commandLine(), "")
                .filter(command -> !command.equals("completion")) // has no options
                .toList();
    }

    static List<String> commandsWithArguments() {
        return commands().stream()
                .filter(command ->
                        !Set.of("dev", "server", "config", "key list").contains(command))
                .toList();
    }

    @Test
    @DisplayName("--version prints the release and the Java version, for commands as well")
    void version() {
        assertThat(terminal.run("--version")).isZero();
        assertThat(terminal.lines()).hasSize(2);
        assertThat(terminal.lines().getFirst()).matches("reeve \\d+\\.\\d+\\.\\d+.*");
        assertThat(terminal.lines().getLast()).startsWith("Java ");
        assertThat(terminal.run("list", "-V")).isZero();
        assertThat(terminal.lines().getFirst()).startsWith("reeve ");
    }

    @Test
    @DisplayName("An argument that begins with @ is an argument, and no file is read for it")
    void atFiles() throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "root:x:0:0\n--store\n");

        assertThat(terminal.run("list", "@" + secret)).isEqualTo(2);
        assertThat(terminal.err()).contains("@" + secret).doesNotContain("root:x");
        assertThat(terminal.run("@" + secret)).isEqualTo(2);
        assertThat(terminal.err()).doesNotContain("root:x");
    }

    @Test
    @DisplayName("without a command all commands are listed; a misspelt one gets a suggestion")
    void commandsAreListed() {
        assertThat(terminal.run()).isEqualTo(2);
        assertThat(terminal.err()).startsWith("reeve: name a command").contains("Usage: ", "explain", "inbox");
        assertThat(terminal.run("lsit")).isEqualTo(2);
        assertThat(terminal.err()).startsWith("reeve: unknown command 'lsit'. Did you mean 'list'?\n");
        assertThat(terminal.run("list", "--stoer", "a.db")).isEqualTo(2);
        assertThat(terminal.err()).startsWith("reeve: unknown option '--stoer'. Did you mean '--store'?\n");
        assertThat(terminal.run("cancel", "o-1", "--store", "a.db", "--by", "ann", "--why", "x"))
                .isEqualTo(2);
        assertThat(terminal.err()).startsWith("reeve: unknown option '--why'. Did you mean '--reason'?\n");
        assertThat(terminal.run("explain", "o-1", "--store", "a.db", "--step", "pay", "--if", "non-retryable"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("BUSINESS, POISON]", "'non-retryable'; that is BUSINESS here");
        assertThat(terminal.run("service", "pasue", "x")).isEqualTo(2);
        assertThat(terminal.err()).contains("Did you mean 'pause'?", "'reeve service --help' lists all commands");
        assertThat(terminal.run("describe", "o-1")).isEqualTo(2);
        assertThat(terminal.err()).contains("Did you mean 'show'?");
        assertThat(terminal.run("undeliverable")).isEqualTo(2);
        assertThat(terminal.err()).contains("Did you mean 'message list'?");
        assertThat(terminal.run("frobnicate")).isEqualTo(2);
        assertThat(terminal.err()).doesNotContain("Did you mean");
    }

    @Test
    @DisplayName("the list of commands describes each in a whole sentence")
    void listOfCommands() {
        assertThat(terminal.run("--help")).isZero();
        assertThat(terminal.lines().stream().filter(line -> line.matches(" {2}[a-z].*")))
                .allMatch(line -> line.matches(" {2}[a-z]+ +[A-Z].{10,70}[.]"))
                .map(line -> line.strip().split(" ", 2)[0])
                .containsExactlyElementsOf(Cli.commandLine().getSubcommands().keySet());
        assertThat(terminal.out()).contains("\nLook into a store:\n  list ", "\nDefinitions:\n  validate ");
        assertThat(Cli.withoutHelp("help")).containsExactly("--help");
        assertThat(Cli.withoutHelp("help", "list")).containsExactly("list", "--help");
        assertThat(Cli.withoutHelp("help", "service", "pause")).containsExactly("service", "pause", "--help");
        assertThat(Cli.withoutHelp("list", "help")).containsExactly("list", "help");
    }

    @ParameterizedTest
    @MethodSource("commandsWithArguments")
    @DisplayName(
            "A command without its arguments: what is missing in one line, the usage of just that, where the rest is")
    void missingArguments(String command) {
        assertThat(terminal.run(command.split(" "))).isEqualTo(2);

        mistake(command, "[Mm]issing required .*|name .*");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "list | --limit | Missing required parameter for option '--limit'.*",
                "list | --store a --limit many | .*'--limit'.* expected a whole number, found 'many'",
                "list | --store a --limit 0 | --limit: expected 1 to 1000, found 0",
                "list | --store a --status odd | .*'--status'.* expected one of .RUNNING, .* but was 'odd'",
                "list | --store a --jdbc b | name one store: .*",
                "list | --store a --user me | --user, --password and --schema belong to --jdbc",
                "list | --store a --label x | .*'--label' .NAME=VALUE. .* but was x",
                "list | --jdbc jdbc:mysql://h/x | --jdbc: expected a URL that begins with jdbc:postgresql:, .*",
                "export | --store a --from noon | .*'--from': expected a time such as .*, found 'noon'",
                "bulk | fly --store a --by ann --reason x | .*VERB.* expected one of .RETRY, .* but was 'fly'",
                "explain | x --store a --step y | --step and --if go together",
                "graph | --format odd a | .*'--format'.* expected one of .TEXT, .* but was 'odd'",
                "move | x --store a --by ann --reason x --to two | .*'--to'.* expected a whole number, found 'two'",
                "message redeliver | --store a | name an execution, or --all",
            })
    @DisplayName("A mistake in an argument: what is wrong in one line, the usage of just that, where the rest is")
    void mistakenArguments(String command, String arguments, String line) {
        assertThat(terminal.run((command + " " + arguments).split(" "))).isEqualTo(2);

        mistake(command, line);
    }

    private void mistake(String command, String line) {
        List<String> lines = terminal.err().lines().toList();
        assertThat(terminal.out()).isEmpty();
        assertThat(lines.getFirst()).matches("reeve: (" + line + ")").hasSizeLessThan(200);
        assertThat(lines.getLast()).isEqualTo("'reeve %s --help' lists all options".formatted(command));
        List<String> usage = lines.subList(1, lines.size() - 1);
        assertThat(usage).isNotEmpty();
        for (String each : usage) {
            String name = each.strip().split("[ =]", 2)[0];
            assertThat(lines.getFirst()).as("names the argument of: %s", each).contains(name);
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    @DisplayName("an unknown option is named, with a suggestion if one is close")
    void unknownOption(String command) {
        assertThat(terminal.run((command + " --stoer x").split(" "))).isEqualTo(2);

        assertThat(terminal.err().lines())
                .hasSizeLessThanOrEqualTo(3)
                .first()
                .asString()
                .startsWith("reeve: unknown option '--stoer'");
        assertThat(terminal.err().lines().toList().getLast()).contains("--help");
    }

    @Test
    @DisplayName("Text that is no JSON is reported in one line, with advice on quoting and the usage of the option")
    void outputIsNoJson() {
        assertThat(terminal.run("resolve --store a x charge --by ann --reason y --output released".split(" ")))
                .isEqualTo(2);

        assertThat(terminal.err().lines()).hasSize(3);
        assertThat(terminal.err()).contains("--output", "in a shell '\"released\"'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "list",
                "show x",
                "explain x",
                "inbox",
                "verify",
                "nodes",
                "service list",
                "schedule list",
                "message list",
                "retry x step --by ann --reason y",
                "signal x go --by ann",
                "cancel x --by ann --reason y",
                "service pause x --by ann --reason y",
                "schedule pause x --by ann --reason y",
                "message redeliver x",
            })
    @DisplayName("a missing store, a directory, an empty file or another file is reported and left unchanged")
    void storesThatAreNone(String args) throws IOException {
        Path missing = directory.resolve("missing.db");
        Path empty = Files.createFile(directory.resolve("empty.db"));
        Path text = Files.writeString(directory.resolve("notes.txt"), "buy milk\n".repeat(1000));
        String[] command = args.split(" ");

        refused(missing, command, "There is no file " + missing);
        refused(directory, command, directory + " is a directory");
        refused(empty, command, "is empty");
        refused(text, command, "not a database");

        assertThat(missing).doesNotExist();
        assertThat(empty).isEmptyFile();
        assertThat(text).hasSize(9000);
    }

    private void refused(Path store, String[] command, String why) {
        assertThat(terminal.run(store, command)).as(why).isEqualTo(1);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err()).startsWith("reeve: ").contains(why).doesNotContain("\tat ");
        assertThat(terminal.err().lines()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"validate", "graph"})
    @DisplayName("An unreadable file is reported, and an endless device uses little memory")
    void definitionsThatAreNone(String command) {
        for (Path file : new Path[] {directory, directory.resolve("none.yaml"), Path.of("/dev/zero")}) {
            assertThat(terminal.run(command, file.toString()))
                    .as("%s %s", command, file)
                    .isEqualTo(1);
            assertThat(terminal.out() + terminal.err())
                    .contains(file.toString())
                    .doesNotContain("\tat ", "Exception");
        }
    }
}
