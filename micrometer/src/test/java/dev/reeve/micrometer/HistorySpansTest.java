package dev.reeve.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.Rerun;
import dev.reeve.SkipReason;
import dev.reeve.StepPath;
import dev.reeve.WaitReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Spans of rounds, waits, items, operators and re-runs")
final class HistorySpansTest {

    private static final String SPAN = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final ExecutionId ID = ExecutionId.parse("0190c0de-0000-7000-8000-000000000001");
    private static final StepPath STEP = StepPath.of("poll");
    private static final Failure FAILURE = new Failure(Cause.BUSINESS, "STUCK", "no", null, null, false);

    private static Event.ExecutionStarted started(@Nullable Rerun rerun) {
        return new Event.ExecutionStarted(
                "w", 1, "default", null, Json.EMPTY_OBJECT, 0, Map.of(), null, 1, null, null, rerun, null, SPAN);
    }

    private static Event.StepReady ready(Purpose purpose) {
        return new Event.StepReady(STEP, purpose, Json.EMPTY_OBJECT, null);
    }

    private static Event.ChildStarted child(Purpose purpose, int attempt) {
        return new Event.ChildStarted(STEP, purpose, attempt, ID, 0);
    }

    /** The spans of an execution that completes, in which an event happens in each second. */
    private static List<String> spans(Event... events) {
        List<HistoryEntry> history = new ArrayList<>();
        history.add(new HistoryEntry(1, BEGIN, started(null)));
        for (Event event : events) {
            history.add(new HistoryEntry(history.size() + 1, BEGIN.plusSeconds(history.size()), event));
        }
        history.add(new HistoryEntry(
                history.size() + 1, BEGIN.plusSeconds(history.size()), new Event.ExecutionCompleted(Json.NULL)));
        return HistorySpans.of(ID, history).stream()
                .skip(1)
                .map(span -> "%s %d-%d%s"
                        .formatted(
                                span.name(),
                                Duration.between(BEGIN, span.start()).toSeconds(),
                                Duration.between(BEGIN, span.end()).toSeconds(),
                                span.error() == null ? "" : " " + span.error()))
                .toList();
    }

    @Test
    @DisplayName("An attempt ends with its round, and the step goes on")
    void rounds() {
        assertThat(spans(
                        ready(Purpose.FORWARD),
                        child(Purpose.FORWARD, 1),
                        new Event.RoundEnded(STEP, 1, Json.NULL),
                        child(Purpose.FORWARD, 2),
                        new Event.StepCompleted(STEP, 2, Json.NULL),
                        child(Purpose.COMPENSATION, 1),
                        new Event.RoundUndone(STEP, 1, Json.NULL, null, null),
                        child(Purpose.COMPENSATION, 2),
                        new Event.StepCompensated(STEP, 2, Json.NULL, null)))
                .containsExactlyInAnyOrder(
                        "poll 1-5",
                        "poll #1 2-3",
                        "poll #2 4-5",
                        "poll compensation 6-9",
                        "poll compensation #1 6-7",
                        "poll compensation #2 8-9");
    }

    @Test
    @DisplayName("An operator settles a step, and its failed attempt keeps its end and its error")
    void operator() {
        assertThat(spans(
                        child(Purpose.COMPENSATION, 1),
                        new Event.AttemptFailed(STEP, Purpose.COMPENSATION, 1, FAILURE),
                        new Event.RoundUndone(STEP, 1, null, "ann", null),
                        new Event.StepCompensated(STEP, 1, null, "ann")))
                .containsExactlyInAnyOrder("poll compensation 1-4", "poll compensation #1 1-2 STUCK");
    }

    @Test
    @DisplayName("A step that is skipped ends then, with the error for which it was skipped")
    void skipped() {
        Event skip = new Event.StepSkipped(STEP, SkipReason.OPERATOR, "ann");
        assertThat(spans(
                        child(Purpose.FORWARD, 1),
                        new Event.AttemptFailed(STEP, Purpose.FORWARD, 1, FAILURE),
                        skip,
                        new Event.ExecutionBegun()))
                .containsExactlyInAnyOrder("poll 1-3 STUCK", "poll #1 1-2 STUCK");
        assertThat(spans(
                        ready(Purpose.FORWARD),
                        new Event.StepCompleted(STEP, 0, Json.NULL),
                        ready(Purpose.COMPENSATION),
                        skip,
                        new Event.ExecutionBegun()))
                .containsExactlyInAnyOrder("poll 1-2", "poll compensation 3-4");
    }

    @Test
    @DisplayName("A step that waits, and one with items, has a span")
    void waitsAndItems() {
        assertThat(spans(
                        new Event.StepWaiting(STEP, Purpose.FORWARD, BEGIN, WaitReason.TIMER),
                        new Event.StepCompleted(STEP, 0, Json.NULL)))
                .containsExactly("poll 1-2");
        assertThat(spans(new Event.ItemsStarted(STEP, Json.NULL), new Event.StepCompleted(STEP, 0, Json.NULL)))
                .containsExactly("poll 1-2");
    }

    @Test
    @DisplayName("A re-run is linked to the span of the first start, which is of another time")
    void rerun() {
        Rerun again = new Rerun(ID, STEP, "ann", "again", Map.of());
        for (Rerun rerun : new Rerun[] {null, again}) {
            List<SpanData> all = HistorySpans.of(
                    ID,
                    List.of(
                            new HistoryEntry(1, BEGIN, started(rerun)),
                            new HistoryEntry(2, BEGIN.plusSeconds(1), new Event.ExecutionCompleted(Json.NULL))));

            assertThat(all).singleElement().satisfies(span -> {
                assertThat(span.link()).isEqualTo(rerun == null ? null : "00f067aa0ba902b7");
                assertThat(span.parent()).isEqualTo(rerun == null ? "00f067aa0ba902b7" : null);
            });
        }
    }

    @Test
    @DisplayName("Many attempts take no more time each")
    void manyAttempts() {
        int number = 50_000;
        Event[] events = new Event[2 * number];
        for (int i = 0; i < number; i++) {
            events[2 * i] = child(Purpose.FORWARD, i + 1);
            events[2 * i + 1] = new Event.RoundEnded(STEP, i + 1, Json.NULL);
        }

        assertThat(spans(events)).hasSize(number + 1).contains("poll #50000 99999-100000");
    }
}
