package dev.reeve.example.trip;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.test.FailureModes;
import dev.reeve.test.FailureReport;
import dev.reeve.test.RunOutcome;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class EveryFaultTest {

    private static final int RUNS = 250;

    private static final Request REQUEST = new Request(
            "t-1", "ada", "BER", "LIS", "2026-03-11T08:30:00Z", false, List.of("Alfama"), "train", "visa-1", 200_000);

    @Test
    @Tag("proof")
    @DisplayName("E4: with any fault at any moment, a trip is wholly booked, wholly given back, or needs a person")
    void tripsSurviveEveryFaultAtEveryPoint() {
        FailureReport report = FailureModes.of(TripExample.workflow(), Agencies::new)
                .input(REQUEST)
                .services((agencies, services) -> agencies.wire(services::handle))
                .mayStay("traveller.find")
                .mayStay("insurance.offer")
                .mayStay("insurance.choose")
                .mayStay("trip.price")
                .runsMax(RUNS)
                .invariant("nobody pays for a trip that is not", EveryFaultTest::check)
                .check();

        // Each single fault, and some of what comes after a refusal as well: with all of that it would be ten times as
        // many.
        assertThat(report.runs()).isEqualTo(RUNS);
    }

    private static void check(Agencies agencies, RunOutcome end) {
        if (end.status().isTerminal()) {
            boolean isBooked = end.status() == ExecutionStatus.COMPLETED;
            assertThat(agencies.paid().isEmpty()).as("nothing is paid").isEqualTo(!isBooked);
            assertThat(agencies.held("t-1").isEmpty()).as("nothing is held").isEqualTo(!isBooked);
            assertThat(agencies.filed().get("t-1"))
                    .isEqualToIgnoringCase(end.status().name());
        }
    }
}
