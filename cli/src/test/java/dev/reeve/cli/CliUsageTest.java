package dev.reeve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said about the arguments, before any store is opened. */
final class CliUsageTest {

    private final Terminal terminal = new Terminal();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "fly",
                "list",
                "list --store a --jdbc b",
                "list --jdbc jdbc:mysql://localhost/x",
                "list --store a --user me",
                "list --store a --limit 0",
                "list --store a --status odd",
                "list --store a --after x",
                "show --store a",
                "explain --store a x --step y",
                "explain --store a x --step y --if odd",
                "inbox --store a --limit -1",
                "retry --store a x y --by ann",
                "retry --store a x --by ann --reason z",
                "resolve --store a x y --by ann --reason z --output {",
                "cancel --store a x --reason z",
                "pause-service --store a x --by ann",
                "resume-service --store a",
            })
    void badUsageEndsWithTwo(String args) {
        assertThat(terminal.run(args.isEmpty() ? new String[0] : args.split(" ")))
                .as(args)
                .isEqualTo(2);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err()).isNotEmpty();
    }

    @Test
    void helpTellsTheExitCodesAndWhatIsTakenOver() {
        assertThat(terminal.run("--help")).isZero();
        assertThat(terminal.out()).contains("inbox", "explain");
        assertThat(terminal.run("retry", "--help")).isZero();
        assertThat(terminal.out()).contains("Exit codes", "--take-over", "pooler");
    }
}
