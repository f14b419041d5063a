package dev.reeve.internal.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.ProbeAnswer;
import dev.reeve.Purpose;
import dev.reeve.SkipReason;
import dev.reeve.StepPath;
import dev.reeve.WaitReason;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Store;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** People can ask their own file in plain SQL where everything stands. */
final class ViewsTest {

    private static final Instant LATER = Instant.parse("2026-03-01T12:05:00Z");
    private static final Failure BROKEN = new Failure(Cause.TRANSIENT, "BROKEN", "it's \"broken\"", null, null, true);
    private static final Failure SILENT = new Failure(Cause.SILENT, "SILENT", "no answer", null, null, true);

    @TempDir
    private Path directory;

    private final ExecutionId id = new Fixture(3).id();

    private static StepPath step(String name) {
        return StepPath.parse(name);
    }

    private static Event started(String step, Purpose purpose, int attempt) {
        return new Event.StepStarted(step(step), purpose, attempt, "agent-" + attempt, LATER, -1L);
    }

    private static List<List<Event>> story() {
        Json output = new Json("{\"n\":12345678901234567890}");
        return List.of(
                List.of(
                        new Event.ExecutionStarted("order", 1, "default", null, new Json("{}"), 0, Map.of(), null, 7),
                        new Event.StepTaken(step("t"), null, Json.NULL, null, null, false),
                        new Event.StepTaken(step("u"), null, null, BROKEN, null, true),
                        new Event.StepTaken(step("v"), null, null, null, SkipReason.OPERATOR, false),
                        new Event.StepReady(step("a"), Purpose.FORWARD, null),
                        new Event.StepReady(step("b"), Purpose.FORWARD, null),
                        new Event.StepReady(step("e"), Purpose.FORWARD, null),
                        new Event.StepSkipped(step("s"), SkipReason.CONDITION, null),
                        started("a", Purpose.FORWARD, 1)),
                List.of(
                        new Event.StepCompleted(step("a"), 1, output),
                        started("b", Purpose.FORWARD, 1),
                        new Event.CheckpointRecorded(step("b"), Purpose.FORWARD, 1, output)),
                List.of(
                        new Event.AttemptFailed(step("b"), Purpose.FORWARD, 1, BROKEN),
                        new Event.StepWaiting(step("b"), Purpose.FORWARD, LATER, WaitReason.BACKOFF)),
                List.of(
                        new Event.StepResumed(step("b"), Purpose.FORWARD),
                        started("b", Purpose.FORWARD, 2),
                        started("p[3]#2", Purpose.FORWARD, 1)),
                List.of(
                        new Event.AttemptFailed(step("p[3]#2"), Purpose.FORWARD, 1, SILENT),
                        new Event.StepReady(step("p[3]#2"), Purpose.PROBE, null),
                        started("p[3]#2", Purpose.PROBE, 1)),
                List.of(
                        new Event.ProbeAnswered(step("p[3]#2"), 1, new ProbeAnswer.Done(output)),
                        new Event.StepCompleted(step("p[3]#2"), 1, output),
                        new Event.StepEscalated(step("e"), Purpose.FORWARD, BROKEN),
                        new Event.StepReady(step("a"), Purpose.COMPENSATION, null),
                        started("a", Purpose.COMPENSATION, 1),
                        new Event.StepWaiting(step("w"), Purpose.FORWARD, LATER, WaitReason.TIMER)));
    }

    private List<String> ask(Path file, String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Session session = new Connections(file).bare();
                Statement statement = session.connection().createStatement();
                ResultSet columns = statement.executeQuery(query)) {
            int count = columns.getMetaData().getColumnCount();
            while (columns.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= count; i++) {
                    row.add(String.valueOf(columns.getString(i)));
                }
                rows.add(String.join(" | ", row));
            }
        }
        return rows;
    }

    private Path told() {
        Path file = directory.resolve("test.db");
        try (Store store = new SqliteStoreProvider().open(file).orElseThrow()) {
            LaneStore lane = store.join(new Fixture(1).node("a"), 1).getFirst();
            int seq = 0;
            for (List<Event> events : story()) {
                seq++;
                Batch batch = new Batch(
                        List.of(Fixture.journal(id, seq, EventCodec.write(events))),
                        seq == 1 ? List.of(Fixture.row(id)) : List.of(),
                        seq == 6 ? List.of(Fixture.ended(id, ExecutionStatus.COMPENSATED, "BROKEN")) : List.of());
                assertThat(Trouble.commit(lane, batch)).isEqualTo(CommitOutcome.COMMITTED);
            }
        }
        return file;
    }

    @Test
    @DisplayName("executions: ids and times in their usual form")
    void executions() throws SQLException {
        assertThat(
                        ask(
                                told(),
                                "select execution, namespace, workflow, status, started_at, wake_at, ended_at, error from executions"))
                .containsExactly(id + " | default | order | COMPENSATED | 2026-03-01T12:00:00.123456Z | null"
                        + " | 2026-03-01T12:01:00.123456Z | BROKEN");
    }

    @Test
    @DisplayName("steps: status, time of the last change, number of attempts")
    void steps() throws SQLException {
        assertThat(ask(
                        told(),
                        "select step, status, attempts, waits_until, error from steps where execution = '" + id
                                + "' order by step"))
                .containsExactly(
                        "a | COMPENSATING | 1 | null | ",
                        "b | RUNNING | 2 | null | ",
                        "e | ESCALATED | 0 | null | BROKEN: it's \"broken\"",
                        "p[3]#2 | COMPLETED | 1 | null | ",
                        "s | SKIPPED | 0 | null | ",
                        "t | COMPLETED | 0 | null | ",
                        "u | FAILED | 0 | null | BROKEN: it's \"broken\"",
                        "v | SKIPPED | 0 | null | ",
                        "w | WAITING | 0 | 2026-03-01T12:05:00.000000Z | ");
    }

    @Test
    @DisplayName("the view attempts shows agent and outcome of each attempt")
    void attempts() throws SQLException {
        assertThat(
                        ask(
                                told(),
                                "select step, purpose, attempt, agent, outcome, code from attempts order by step, purpose, attempt"))
                .containsExactly(
                        "a | COMPENSATION | 1 | agent-1 | RUNNING | null",
                        "a | FORWARD | 1 | agent-1 | COMPLETED | null",
                        "b | FORWARD | 1 | agent-1 | TRANSIENT | BROKEN",
                        "b | FORWARD | 2 | agent-2 | RUNNING | null",
                        "p[3]#2 | FORWARD | 1 | agent-1 | COMPLETED | null",
                        "p[3]#2 | PROBE | 1 | agent-1 | DONE | null");
    }
}
