package dev.reeve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.nio.file.Path;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Signals and progress of steps in explain and show")
final class CliSignalsTest {

    @TempDir
    private Path directory;

    private final Terminal terminal = new Terminal();

    private Path file() {
        return directory.resolve("shop.db");
    }

    @BeforeEach
    void fill() {
        try (Reeve reeve = Reeve.open(file())) {
            reeve.deploy(DefinitionReader.parse("""
                    workflow: loan
                    version: 1
                    steps:
                      score: { action: score.get }
                      decision: { await: approved, after: [score] }
                      reply: { await: { signal: replied, timeout: 30d }, after: [score] }
                      film: { action: film.encode, after: [score], onExhausted: escalate }
                    """));
            reeve.agent("desk")
                    .action("score.get", Map.class, (input, step) -> 7)
                    .action("film.encode", Map.class, (input, step) -> {
                        step.heartbeat(Map.of("frames", 120));
                        throw StepFailure.businessError("NO_DISK", "the disk is full");
                    })
                    .start();
            Execution loan = reeve.start("loan", Map.of(), Start.key("loan-1"));
            Awaitility.await().until(() -> loan.status() == ExecutionStatus.ESCALATED);
        }
    }

    @Test
    @DisplayName("explain names the signal and its timeout; show has times, the checkpoint, and 1 attempt")
    void waitingIsTold() {
        assertThat(terminal.run(file(), "explain", "loan-1")).isZero();
        assertThat(terminal.out())
                .contains("waits for the signal 'approved', for as long as the execution lasts")
                .containsPattern("waits for the signal 'replied', until \\d{4}-")
                .doesNotContain("9999");

        assertThat(terminal.run(file(), "show", "loan-1")).isZero();
        assertThat(terminal.lines())
                .anyMatch(line ->
                        line.matches(" *score +COMPLETED +1 attempt, \\d{4}-.*Z, took \\d+\\.\\d{3}s, output 7"));
        assertThat(terminal.lines())
                .anyMatch(line -> line.matches(
                        " *decision +WAITING +0 attempts, began \\d{4}-.*Z, waits for the signal 'approved'"));
        assertThat(terminal.lines())
                .anyMatch(line -> line.contains("film ") && line.contains(", checkpoint {\"frames\":120}"));

        assertThat(terminal.run(file(), "show", "loan-1", "--json")).isZero();
        assertThat(terminal.out())
                .contains("\"signal\":\"approved\"", "\"beganAt\":\"", "\"checkpoint\":{\"frames\":120}");
    }

    @Test
    @DisplayName("a signal has an actor and needs no reason")
    void signalsNeedNoReason() {
        assertThat(terminal.run(file(), "signal", "loan-1", "approved", "--data", "true", "--by", "ann"))
                .isZero();
        assertThat(terminal.out()).contains("signal, by ann");
        assertThat(terminal.run(file(), "show", "loan-1")).isZero();
        assertThat(terminal.lines()).anyMatch(line -> line.contains("decision ") && line.endsWith("output true"));

        assertThat(terminal.run(file(), "signal", "loan-1", "approved")).isEqualTo(2);
        assertThat(terminal.err()).contains("--by");
        assertThat(terminal.run(file(), "signal", "loan-1", "aproved", "--by", "ann"))
                .isEqualTo(1);
        assertThat(terminal.err()).contains("expected one of approved, replied");
    }
}
