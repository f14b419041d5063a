package dev.reeve.simulation.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Event;
import dev.reeve.HistoryEntry;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The invariants of every history, after any fault of its writer. */
final class JournalChecks {

    private record Series(StepPath step, Purpose purpose) {}

    private JournalChecks() {}

    /** Of what a dead process leaves behind (I4, I11). */
    static void whatIsLeft(Store store, List<ExecutionRow> rows) {
        for (ExecutionRow row : rows) {
            assertThat(row.wakeAt() == null)
                    .as("I11: an open execution has a wake time: %s", row)
                    .isEqualTo(row.status().isTerminal());
            List<JournalRow> journal = store.history(row.id());
            assertThat(journal).as("I1: no start is half there").isNotEmpty();
            for (int i = 0; i < journal.size(); i++) {
                assertThat(journal.get(i).seq()).as("I4").isEqualTo(i + 1);
            }
        }
    }

    /** Of an execution that has ended. */
    static void whole(List<HistoryEntry> history) {
        List<Event> events = history.stream().map(HistoryEntry::event).toList();
        assertThat(events.stream().filter(JournalChecks::isEnd)).as("I3").hasSize(1);
        assertThat(isEnd(events.getLast())).as("I3: nothing follows the end").isTrue();
        accepted(events);
        attempts(events);
        stopped(events);
        undone(events);
    }

    private static boolean isEnd(Event event) {
        return event instanceof Event.ExecutionCompleted
                || event instanceof Event.ExecutionCompensated
                || event instanceof Event.ExecutionCancelled
                || event instanceof Event.ExecutionFailed;
    }

    private static void accepted(List<Event> events) {
        Set<StepPath> completed = new HashSet<>();
        Set<StepPath> compensated = new HashSet<>();
        for (Event event : events) {
            if (event instanceof Event.StepCompleted done) {
                assertThat(completed.add(done.step())).as("I5: %s", done).isTrue();
            } else if (event instanceof Event.StepCompensated undone) {
                assertThat(compensated.add(undone.step())).as("I5: %s", undone).isTrue();
            }
        }
    }

    private static void attempts(List<Event> events) {
        Map<Series, Integer> last = new HashMap<>();
        Map<Series, Integer> open = new HashMap<>();
        for (Event event : events) {
            if (event instanceof Event.StepStarted started) {
                Series series = new Series(started.step(), started.purpose());
                assertThat(started.attempt()).as("I6: %s", started).isGreaterThan(last.getOrDefault(series, 0));
                assertThat(open).as("I6: one attempt at a time: %s", started).doesNotContainKey(series);
                last.put(series, started.attempt());
                open.put(series, started.attempt());
            } else if (event instanceof Event.AttemptFailed failed) {
                assertThat(open.remove(new Series(failed.step(), failed.purpose())))
                        .as("I6: %s", failed)
                        .isEqualTo(failed.attempt());
            } else if (event instanceof Event.OfStep step) {
                closed(step, open);
            }
        }
    }

    private static void closed(Event.OfStep event, Map<Series, Integer> open) {
        switch (event) {
            case Event.StepCompleted done -> open.remove(new Series(done.step(), Purpose.FORWARD));
            case Event.RoundEnded ended -> open.remove(new Series(ended.step(), Purpose.FORWARD));
            case Event.RoundUndone undone -> open.remove(new Series(undone.step(), Purpose.COMPENSATION));
            case Event.StepCompensated undone -> open.remove(new Series(undone.step(), Purpose.COMPENSATION));
            case Event.ProbeAnswered answered -> open.remove(new Series(answered.step(), Purpose.PROBE));
            default -> {}
        }
    }

    private static void stopped(List<Event> events) {
        boolean stopping = false;
        boolean closing = false;
        for (Event event : events) {
            stopping |= event instanceof Event.CancelRequested || event instanceof Event.CompensationStarted;
            closing |= event instanceof Event.FinallyStarted;
            if (stopping && !closing && event instanceof Event.StepStarted started) {
                assertThat(started.purpose()).as("I7: %s", started).isNotEqualTo(Purpose.FORWARD);
            }
        }
    }

    /** Chains only: the steps of the scenarios that are undone follow each other. */
    private static void undone(List<Event> events) {
        List<StepPath> completed = new ArrayList<>();
        List<StepPath> compensated = new ArrayList<>();
        boolean closed = false;
        for (Event event : events) {
            switch (event) {
                case Event.ForwardClosed forward -> closed = true;
                case Event.StepCompleted done -> completed.add(done.step());
                case Event.StepCompensated undone -> compensated.add(undone.step());
                case Event.StepStarted started
                when started.purpose() == Purpose.COMPENSATION ->
                    assertThat(closed).as("I10: %s", started).isTrue();
                default -> {}
            }
        }
        List<StepPath> expected =
                completed.stream().filter(compensated::contains).toList().reversed();
        assertThat(compensated).as("I10: in reverse order").isEqualTo(expected);
    }
}
