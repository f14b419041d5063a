package dev.reeve.example.orders.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class ProgressTest {

    @Test
    void progressGoesThroughAPipe() {
        Progress progress = new Progress(500, 120, 80, 12, 1);

        assertThat(Progress.ofLine(progress.toLine())).contains(progress);
        assertThat(Progress.ofLine("something else")).isEmpty();
        assertThat(progress.inFlight()).isEqualTo(28);
    }

    @Test
    void aRunIsOverWhenEveryOrderHasEndedOrIsLeftToAPerson() {
        assertThat(new Progress(3, 3, 1, 1, 0).isOver()).isFalse();
        assertThat(new Progress(3, 3, 1, 1, 1).isOver()).isTrue();
        assertThat(new Progress(3, 3, 2, 1, 0).isOver()).isTrue();
    }

    @Test
    @DisplayName("without a terminal there are no control characters")
    void withoutATerminalThereAreNoControlCharacters() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);

        try (Display display = new Display(new Terminal(err, err, false, false))) {
            display.progress(new Progress(3, 1, 0, 0, 0));
            display.note("something happened");
            display.progress(new Progress(3, 3, 2, 1, 0));
            assertThat(display.ended()).isEqualTo(3);
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .contains("0 of 3 orders ended", "something happened", "3 of 3 orders ended: 2 fulfilled, 1 undone")
                .doesNotContain("\r", "\u001b");
    }

    @Test
    @DisplayName("kills are spread over the run, equal for equal seeds, and none comes after the end")
    void killsAreSpreadOverTheRun() {
        for (long seed = 0; seed < 100; seed++) {
            Deque<Integer> points = CrashRun.points(seed, 500, 5);

            assertThat(List.copyOf(points)).hasSize(5).isSorted();
            assertThat(points.getFirst()).isGreaterThan(30);
            assertThat(points.getLast()).isLessThan(470);
            assertThat(CrashRun.points(seed, 500, 5)).containsExactlyElementsOf(points);
        }
        assertThat(CrashRun.points(1, 1, 5)).allMatch(point -> point >= 1);
    }
}
