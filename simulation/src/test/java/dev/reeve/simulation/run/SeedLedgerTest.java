package dev.reeve.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@DisplayName("./reeve simulate --ledger")
final class SeedLedgerTest {

    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("seeds.ledger");
    }

    private SeedLedger of(String commit, BackingStore backing) {
        return new SeedLedger(file(), commit, backing);
    }

    @Test
    @DisplayName("the rest of a range excludes every other range, for any overlap")
    void without() {
        Seeds wanted = new Seeds(10, 20);

        assertThat(wanted.without(List.of())).containsExactly(wanted);
        assertThat(wanted.without(List.of(new Seeds(1, 9), new Seeds(21, 30)))).containsExactly(wanted);
        assertThat(wanted.without(List.of(new Seeds(1, 100)))).isEmpty();
        assertThat(wanted.without(List.of(new Seeds(15, 18), new Seeds(12, 16))))
                .containsExactly(new Seeds(10, 11), new Seeds(19, 20));
        assertThat(wanted.without(List.of(new Seeds(11, 30), new Seeds(12, 13))))
                .containsExactly(new Seeds(10, 10));
        assertThat(wanted.pieces(4)).containsExactly(new Seeds(10, 13), new Seeds(14, 17), new Seeds(18, 20));
    }

    @Test
    @DisplayName("clean seeds are those of this commit and store; a failed seed is not clean, its neighbours are")
    void ranges() throws IOException {
        of("abc", BackingStore.MODEL).add(new Seeds(1, 10), new TreeSet<>(Set.of(4L, 10L)));
        of("abc", BackingStore.SQLITE).add(new Seeds(20, 30), Set.of());
        of("def", BackingStore.MODEL).add(new Seeds(1, 100), Set.of());

        assertThat(of("abc", BackingStore.MODEL).clean()).containsExactly(new Seeds(1, 3), new Seeds(5, 9));
        assertThat(of("abc", BackingStore.SQLITE).clean()).containsExactly(new Seeds(20, 30));
        assertThat(of("new", BackingStore.MODEL).clean()).isEmpty();
        assertThat(Files.readAllLines(file())).contains("abc model 4 4 failed", "def model 1 100 clean");
    }

    @Test
    @DisplayName("people may edit the ledger; an unreadable line is reported, and nothing runs")
    void people() throws IOException {
        Files.writeString(file(), "# by hand\n\nabc  model 7   9 clean\n");
        assertThat(of("abc", BackingStore.MODEL).clean()).containsExactly(new Seeds(7, 9));

        for (String wrong :
                List.of("abc model 7 9", "abc model 9 7 clean", "abc model x 9 clean", "abc model 7 9 fine")) {
            Files.writeString(file(), "# by hand\n" + wrong + "\n");
            assertThatThrownBy(() -> of("abc", BackingStore.MODEL).clean())
                    .hasMessageContaining("line 2")
                    .hasMessageContaining(wrong);
        }
    }

    @Test
    @DisplayName("a continued run runs only the rest")
    void continued() throws IOException {
        assertThat(simulate("--seeds", "3").lastLine()).startsWith("3 seeds, 0 failed");
        assertThat(Files.readAllLines(file())).containsExactly("abc model 1 3 clean");

        Run more = simulate("--from", "2", "--seeds", "4");
        assertThat(more.lastLine()).startsWith("2 seeds, 0 failed");
        assertThat(more.errors()).contains("2 of these seeds are clean already");
        assertThat(Files.readAllLines(file())).containsExactly("abc model 1 3 clean", "abc model 4 5 clean");

        assertThat(simulate("--seeds", "5").lastLine()).startsWith("0 seeds, 0 failed");
    }

    @Test
    @DisplayName("an invalid ledger and an invalid commit are refused with exit code 2")
    void refused() throws IOException {
        assertThat(simulate("--commit", "two words").exit()).isEqualTo(CommandLine.ExitCode.USAGE);
        Files.writeString(file(), "dear diary\n");
        assertThat(simulate("--seeds", "1").exit()).isEqualTo(CommandLine.ExitCode.USAGE);
    }

    private record Run(int exit, String output, String errors) {
        String lastLine() {
            return output.strip().lines().reduce("", (before, line) -> line);
        }
    }

    private Run simulate(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = SimulateCommand.commandLine()
                .setOverwrittenOptionsAllowed(true)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(concat(
                        List.of("--commit", "abc", "--ledger", file().toString(), "--threads", "1"),
                        List.of(arguments)));
        return new Run(exit, out.toString(), err.toString());
    }

    private static String[] concat(List<String> first, List<String> then) {
        return Stream.concat(first.stream(), then.stream()).toArray(String[]::new);
    }
}
