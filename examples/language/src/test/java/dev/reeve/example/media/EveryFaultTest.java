package dev.reeve.example.media;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.example.media.Studio.Film;
import dev.reeve.test.FailureModes;
import dev.reeve.test.FailureReport;
import dev.reeve.test.RunOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class EveryFaultTest {

    private static final int RUNS = 200;

    @Test
    @DisplayName("E3: with any fault at any moment, a film is wholly published, wholly gone, or needs a person")
    void filmsSurviveEveryFaultAtEveryPoint() {
        FailureReport report = FailureModes.of(MediaExample.workflow(), () -> new Studio(Duration.ZERO))
                .input(new Film("spring", "trailer-360.mov"))
                .services((studio, services) -> {
                    studio.encoder(services::handle);
                    studio.library(services::handle);
                })
                .mayStay("cache.invalidate")
                .mayStay("media.inspect")
                .runsMax(RUNS)
                .invariant("viewers see all of a film or nothing", EveryFaultTest::check)
                .check();

        // Each single fault, and some of what comes after a refusal as well.
        assertThat(report.runs()).isEqualTo(RUNS);
    }

    private static void check(Studio studio, RunOutcome end) {
        if (end.status().isTerminal()) {
            boolean isShown = end.status() == ExecutionStatus.COMPLETED;
            assertThat(studio.catalogue()).isEqualTo(isShown ? Set.of("spring") : Set.of());
            assertThat(studio.storage()).isEqualTo(isShown ? studio.promised() : List.of());
        }
    }
}
