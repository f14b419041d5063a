package dev.reeve.internal.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.BulkProgress;
import dev.reeve.BulkRequest;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.Inbox;
import dev.reeve.Reeve;
import dev.reeve.ReeveReader;
import dev.reeve.Verb;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One execution in trouble has lost a row of its history; operators can still handle the others. */
final class DamagedHistoryTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    private final List<ExecutionId> ids = new ArrayList<>();

    private Path file() {
        return directory.resolve("test.db");
    }

    @BeforeEach
    void damageOneOfThree() throws SQLException {
        try (Reeve reeve = Reeve.open(file())) {
            reeve.deploy(DefinitionReader.parse("""
                    workflow: desk
                    version: 1
                    steps:
                      pay: { workflow: of_nobody, onExhausted: escalate }
                    """));
            for (int i = 0; i < 3; i++) {
                Execution execution = reeve.start("desk", Map.of());
                await().atMost(PATIENCE).until(() -> execution.status() == ExecutionStatus.ESCALATED);
                ids.add(execution.id());
            }
        }
        try (Session session = new Connections(file()).bare()) {
            session.execute("delete from journal where execution = 2 and seq = 1");
        }
    }

    private void isShownBeside(Inbox inbox) {
        assertThat(inbox.unreadable()).containsExactly(ids.get(1));
        assertThat(inbox.groups())
                .singleElement()
                .satisfies(group -> assertThat(group.steps()).isEqualTo(2));
    }

    @Test
    @DisplayName("F43 O5: the inbox lists the readable executions, and names the unreadable one")
    void inbox() {
        try (ReeveReader reader = ReeveReader.open(file())) {
            isShownBeside(reader.inbox());
        }
    }

    @Test
    @DisplayName("F43 O5: a bulk operation reports the unreadable execution, and handles the others")
    void bulk() {
        try (Reeve reeve = Reeve.open(file())) {
            isShownBeside(reeve.inbox());

            BulkProgress progress = reeve.actingAs("ann")
                    .bulk()
                    .start(BulkRequest.of(Verb.SKIP).workflow("desk"), "paid in cash")
                    .await(PATIENCE);

            assertThat(progress.done()).isEqualTo(2);
            assertThat(progress.refusals()).singleElement().satisfies(refusal -> {
                assertThat(refusal.execution()).isEqualTo(ids.get(1).toString());
                assertThat(refusal.reason()).contains("damaged");
            });
            assertThat(reeve.list(ExecutionQuery.all().workflow("desk").status(ExecutionStatus.COMPLETED)))
                    .hasSize(2);
        }
    }
}
