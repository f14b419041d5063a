package dev.reeve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Reeve;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("./reeve start")
final class CliStartTest {

    @TempDir
    private Path directory;

    private final Terminal terminal = new Terminal();

    private Path file() {
        return directory.resolve("shop.db");
    }

    private int start(String... options) {
        String[] all = new String[options.length + 3];
        all[0] = "start";
        System.arraycopy(options, 0, all, 1, options.length);
        all[options.length + 1] = "--by";
        all[options.length + 2] = "ada";
        return terminal.run(file(), all);
    }

    @BeforeEach
    void deploy() {
        try (Reeve reeve = Reeve.open(file())) {
            reeve.deploy(DefinitionReader.parse("""
                    workflow: sum
                    version: 1
                    labels: { size: "${ $string($count(input.items)) }" }
                    steps: { total: { value: "${ $sum(input.items) }" } }
                    output: "${ steps.total.output }"
                    """));
            reeve.deploy(DefinitionReader.parse("""
                    workflow: cart
                    version: 1
                    steps:
                      first: { await: item }
                      second: { after: [first], await: item }
                    output: "${ [steps.first.output, steps.second.output] }"
                    """));
        }
    }

    @Test
    @DisplayName("starts with a key once, with labels, and prints the id")
    void starts() {
        List<String> options = List.of("sum", "--input", "{\"items\":[1,2]}", "--key", "sum-1", "--label", "of=ada");
        assertThat(start(options.toArray(String[]::new))).isZero();
        String first = terminal.out();
        assertThat(first).contains("of workflow 'sum'");
        assertThat(start(options.toArray(String[]::new))).isZero();
        assertThat(terminal.out()).isEqualTo(first);
        assertThat(terminal.run(file(), "show", "sum-1", "--json")).isZero();
        assertThat(terminal.out()).contains("\"of\":\"ada\"", "\"size\":\"2\"");
    }

    @Test
    @DisplayName("awaits the result; the exit code tells whether it completed in time")
    void awaits() {
        assertThat(start("sum", "--input", "{\"items\":[1,2]}", "--await", "30s"))
                .isZero();
        assertThat(terminal.out()).contains("is COMPLETED, output 3");
        assertThat(start("sum", "--input", "{\"items\":[4,5]}", "--await", "30s", "--json"))
                .isZero();
        assertThat(terminal.out()).contains("\"status\":\"COMPLETED\"", "\"output\":9");
        assertThat(start("cart", "--await", "10ms")).isEqualTo(1);
        assertThat(terminal.out()).contains("is RUNNING after 10ms");
    }

    @Test
    @DisplayName("S2: a signal goes to the open execution of the key, which is started if there is none")
    void signals() {
        assertThat(start("cart", "--key", "cart-1", "--signal", "item", "--data", "1", "--id", "m-1"))
                .isZero();
        String first = terminal.out();
        assertThat(start("cart", "--key", "cart-1", "--signal", "item", "--data", "1", "--id", "m-1"))
                .isZero();
        assertThat(terminal.out()).isEqualTo(first);
        assertThat(start("cart", "--key", "cart-1", "--signal", "item", "--data", "2", "--id", "m-2", "--await", "30s"))
                .isZero();
        assertThat(terminal.out()).contains("is COMPLETED, output [1,2]");
    }

    @Test
    @DisplayName("begins later with --after")
    void later() {
        assertThat(start("sum", "--input", "{\"items\":[]}", "--key", "sum-2", "--after", "2d"))
                .isZero();
        assertThat(terminal.run(file(), "explain", "sum-2")).isZero();
        assertThat(terminal.out()).contains("begins");
    }

    @Test
    @DisplayName("says what is wrong with its options before it opens the store")
    void refuses() {
        assertThat(start("sum", "--signal", "item")).isEqualTo(2);
        assertThat(terminal.err()).contains("--key");
        assertThat(start("sum", "--data", "1")).isEqualTo(2);
        assertThat(terminal.err()).contains("--signal");
        assertThat(start("sum", "--after", "1d", "--at", "2030-01-01T00:00:00Z"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("--at and --after");
        assertThat(start("sum", "--await", "soon")).isEqualTo(2);
        assertThat(terminal.err()).contains("--await");
        assertThat(terminal.run(file(), "start", "sum")).isEqualTo(2);
        assertThat(terminal.err()).contains("--by");
        assertThat(start("som")).isEqualTo(1);
        assertThat(terminal.err()).contains("som");
    }
}
