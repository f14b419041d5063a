package dev.reeve.internal.engine.audit;

import static dev.reeve.Rule.HISTORY;
import static dev.reeve.Rule.INBOX;
import static dev.reeve.Rule.SINGLE_OUTCOME;
import static dev.reeve.Rule.WAKE_UP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Event;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Rule;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The auditor's findings in intact executions, and in damaged ones. */
final class ExaminationTest {

    private static Examination.Result examine(History history, ExecutionRow row) {
        return Examination.of(row, history.journal, version -> history.plan);
    }

    private static List<Rule> broken(History history, ExecutionRow row) {
        return examine(history, row).findings().stream().map(Breach::rule).toList();
    }

    private static List<Rule> broken(History history) {
        return broken(history, history.row());
    }

    private static ExecutionRow changed(
            ExecutionRow row, ExecutionStatus status, @Nullable Instant wakeAt, @Nullable String error) {
        return new ExecutionRow(
                row.id(),
                row.namespace(),
                row.key(),
                row.workflow(),
                row.version(),
                status,
                row.priority(),
                row.labels(),
                row.digest(),
                row.startedAt(),
                wakeAt,
                row.endedAt(),
                error);
    }

    @Test
    @DisplayName("Nothing is found in executions as the engine writes them")
    void soundExecutions() {
        for (History history : List.of(
                History.ready(), History.running(), History.waiting(), History.escalated(), History.completed())) {
            assertThat(examine(history, history.row()).findings()).isEmpty();
        }
    }

    @Test
    @DisplayName("The next due time is the complete-by of an attempt or the end of a wait, and none after the end")
    void due() {
        History waiting = History.waiting();

        assertThat(examine(waiting, waiting.row()).due()).isEqualTo(waiting.now.plus(Duration.ofHours(1)));
        assertThat(examine(History.running(), History.running().row()).due())
                .isAfter(History.BEGIN)
                .isBefore(History.BEGIN.plus(Duration.ofDays(30)));
        assertThat(examine(History.escalated(), History.escalated().row()).due())
                .isNull();
        assertThat(examine(History.completed(), History.completed().row()).due())
                .isNull();
    }

    @Test
    @DisplayName("I4: a gap, a missing beginning and a missing journal are reported")
    void gaps() {
        History gap = History.waiting();
        gap.journal.remove(1);
        History headless = History.waiting();
        headless.journal.removeFirst();
        History empty = History.waiting();
        empty.journal.clear();

        assertThat(broken(gap)).containsExactly(HISTORY);
        assertThat(broken(headless)).containsExactly(HISTORY);
        assertThat(broken(empty)).containsExactly(HISTORY);
    }

    @Test
    @DisplayName("I4: a missing last row differs from the row of the execution")
    void lostEnd() {
        History history = History.completed();
        history.journal.removeLast();

        assertThat(broken(history)).contains(HISTORY);
    }

    @Test
    @DisplayName("I4: events that are not possible, not readable, or of another release; times that go back")
    void notAHistory() {
        History impossible = History.ready();
        impossible.write(List.of(new Event.StepCompleted(History.charge(), 1, new Json("1"))));
        History unreadable = History.ready();
        unreadable.journal.add(new JournalRow(unreadable.id(), 2, unreadable.now, "[{\"type\":\"StepDreamt\"}]"));
        History garbage = History.ready();
        garbage.journal.add(new JournalRow(garbage.id(), 2, garbage.now, "nonsense"));
        History deep = History.ready();
        deep.journal.add(new JournalRow(deep.id(), 2, deep.now, "[".repeat(100_000)));
        History nothing = History.ready();
        nothing.write(List.of());
        History back = History.waiting();
        JournalRow last = back.journal.removeLast();
        back.journal.add(new JournalRow(last.id(), last.seq(), History.BEGIN.minusSeconds(1), last.events()));

        assertThat(broken(impossible)).containsExactly(HISTORY);
        assertThat(broken(unreadable)).containsExactly(HISTORY);
        assertThat(broken(garbage)).containsExactly(HISTORY);
        assertThat(broken(deep)).containsExactly(HISTORY);
        assertThat(broken(nothing)).containsExactly(HISTORY);
        assertThat(broken(back)).contains(HISTORY);
    }

    @Test
    @DisplayName("I4: every column that can be computed from the journal must match it")
    void rowsThatDiffer() {
        History history = History.waiting();
        ExecutionRow row = history.row();

        assertThat(broken(history, changed(row, ExecutionStatus.COMPENSATING, row.wakeAt(), null)))
                .containsExactly(HISTORY);
        assertThat(broken(
                        history,
                        new ExecutionRow(
                                row.id(),
                                "other",
                                "key",
                                "other",
                                2,
                                row.status(),
                                4,
                                Map.of("region", "us"),
                                row.digest(),
                                row.startedAt().plusSeconds(1),
                                row.wakeAt(),
                                row.startedAt(),
                                null)))
                .hasSize(8)
                .containsOnly(HISTORY);
    }

    @Test
    @DisplayName("I5: a second outcome of a step is named")
    void secondOutcome() {
        History twice = History.waiting();
        twice.write(List.of(new Event.StepCompleted(History.charge(), 1, new Json("2"))));
        History resolved = History.waiting();
        resolved.write(List.of(new Event.StepResolved(History.charge(), new Json("2"), "mallory")));

        assertThat(broken(twice)).contains(SINGLE_OUTCOME);
        assertThat(broken(resolved)).contains(SINGLE_OUTCOME);
        assertThat(examine(twice, twice.row()).findings().toString())
                .as("no payloads in what is told (I19)")
                .doesNotContain("output");
    }

    @Test
    @DisplayName("I11: running executions must wake at once, waiting ones before they are due, ended ones never")
    void wakeUps() {
        History running = History.running();
        History waiting = History.waiting();
        Instant due = waiting.now.plus(Duration.ofHours(1));

        assertThat(broken(running, running.row(ExecutionRow.IN_FLIGHT.plusNanos(1_000))))
                .containsExactly(WAKE_UP);
        assertThat(broken(waiting, waiting.row(due))).isEmpty();
        assertThat(broken(waiting, waiting.row(ExecutionRow.IN_FLIGHT))).isEmpty();
        assertThat(broken(waiting, waiting.row(due.plusNanos(1_000)))).containsExactly(WAKE_UP);
        assertThat(broken(waiting, waiting.row(null))).containsExactly(WAKE_UP);
        assertThat(broken(History.completed(), History.completed().row(due))).containsExactly(WAKE_UP);
        assertThat(broken(History.escalated(), History.escalated().row(Instant.MAX)))
                .as("it waits for a person, not for a time")
                .isEmpty();
    }

    @Test
    @DisplayName("I17: exactly the executions that wait for a person are in the inbox, with the reason")
    void inbox() {
        History escalated = History.escalated();
        ExecutionRow row = escalated.row();
        History waiting = History.waiting();

        assertThat(broken(escalated, changed(row, ExecutionStatus.RUNNING, row.wakeAt(), row.error())))
                .containsExactly(HISTORY, INBOX);
        assertThat(broken(escalated, changed(row, row.status(), row.wakeAt(), null)))
                .containsExactly(INBOX);
        assertThat(broken(
                        waiting,
                        changed(
                                waiting.row(),
                                ExecutionStatus.ESCALATED,
                                waiting.row().wakeAt(),
                                "DECLINED")))
                .containsExactly(HISTORY, INBOX);
    }
}
