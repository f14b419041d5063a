package dev.reeve.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.Execution;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.StepStatus;
import dev.reeve.workflow.Workflow;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that goes back in time. */
@DisplayName("verify --after-restore")
final class CliRestoreTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Workflow ORDER = Workflow.parse("""
            workflow: order
            version: 1
            steps:
              pay: { action: card.charge }
              tell: { action: mail.send, after: [pay] }
            """);
    private static final Workflow LATER = Workflow.parse("""
            workflow: later
            version: 1
            steps:
              sleep: { waitUntil: "${ input.until }" }
              tell: { action: mail.send, after: [sleep] }
            """);
    private static final Workflow LIMITED = Workflow.parse("""
            workflow: limited
            version: 1
            completeBy: 1h
            steps:
              sleep: { wait: 3650d }
            """);
    private static final Workflow ASKED = Workflow.parse("""
            workflow: asked
            version: 1
            steps:
              answer: { await: approved }
            """);

    @TempDir
    private Path directory;

    private final Terminal terminal = new Terminal();

    @Test
    @DisplayName(
            "F22: names each execution that may have gone on since the backup, with the key that tells the service")
    void whatMayHaveGoneOn() throws Exception {
        Path file = directory.resolve("shop.db");
        Path backup = directory.resolve("backup.db");
        CountDownLatch paid = new CountDownLatch(1);
        Execution order;
        try (Reeve reeve = Reeve.open(file)) {
            reeve.agent("desk")
                    .action("card.charge", Map.class, (input, step) -> {
                        paid.await();
                        return "paid";
                    })
                    .action("mail.send", Map.class, (input, step) -> "sent")
                    .start();
            reeve.deploy(ORDER);
            reeve.deploy(LATER);
            reeve.deploy(ASKED);
            order = reeve.start("order", Map.of(), Start.key("order-1"));
            reeve.start("later", Map.of("until", "2999-01-01T00:00:00Z"), Start.key("later-1"));
            reeve.start("asked", Map.of(), Start.key("asked-1"));
            await().atMost(PATIENCE)
                    .until(() -> order.describe().steps().getFirst().status() == StepStatus.RUNNING);
            copy(file, backup);
            paid.countDown();
            order.awaitEnd(PATIENCE);
        }

        assertThat(terminal.run(
                        backup, "verify", "--after-restore", Instant.now().toString()))
                .isEqualTo(1);

        assertThat(terminal.err())
                .contains("3 executions, all sound")
                .contains("2 of 3 open executions may have had effects of which this store knows nothing");
        assertThat(terminal.out())
                .containsPattern("execution " + order.id() + " of order, key order-1 is RUNNING, known until .*Z")
                .contains("pay RUNNING (FORWARD, idempotency key " + order.id() + "/pay)")
                .contains("key asked-1", "answer WAITING (FORWARD)")
                .doesNotContain("later-1");

        assertThat(terminal.run(file, "verify", "--after-restore", "2026-03-01T00:00:00Z", "--json"))
                .isEqualTo(1);
        assertThat(terminal.out()).contains("\"uncertain\":[{", "asked-1").doesNotContain("order-1");
    }

    @Test
    @DisplayName("F22: an execution whose delay or complete-by has passed since the backup may have gone on")
    void whatWasDue() {
        Path file = directory.resolve("shop.db");
        Instant now = Instant.now();
        try (Reeve reeve = Reeve.open(file)) {
            reeve.deploy(LATER);
            reeve.deploy(LIMITED);
            reeve.start("later", Map.of(), Start.key("delayed").at(now.plus(Duration.ofDays(20))));
            reeve.start("limited", Map.of(), Start.key("limited"));
        }

        assertThat(terminal.run(
                        file,
                        "verify",
                        "--after-restore",
                        now.plus(Duration.ofDays(10)).toString()))
                .isEqualTo(1);
        assertThat(terminal.err()).contains("1 of 2 open executions");
        assertThat(terminal.out()).contains("key limited", "  it was due").doesNotContain("key delayed");

        assertThat(terminal.run(
                        file,
                        "verify",
                        "--after-restore",
                        now.plus(Duration.ofDays(30)).toString()))
                .isEqualTo(1);
        assertThat(terminal.out()).contains("key delayed", "key limited");
    }

    @Test
    @DisplayName("A store in which nothing could go on is certain")
    void nothingIsOpen() {
        Path file = directory.resolve("shop.db");
        Reeve.open(file).close();

        assertThat(terminal.run(file, "verify", "--after-restore", "2026-03-01T00:00:00Z"))
                .isZero();
        assertThat(terminal.err()).contains("0 of 0 open executions");
    }

    private static void copy(Path file, Path backup) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("vacuum into '%s'".formatted(backup));
        }
    }
}
