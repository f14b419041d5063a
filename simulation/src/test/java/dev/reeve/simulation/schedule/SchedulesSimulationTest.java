package dev.reeve.simulation.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.simulation.Extent;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("I14, F1, F3, F14, F15: each nominal time starts at most one execution, by the policies")
final class SchedulesSimulationTest {

    private static final int SEEDS = Extent.of("schedules.seeds", 10, 40);

    @Test
    void whatIsStartedIsWhatTheTimetableSays() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            assertThat(ScheduleStory.run(seed)).as("seed %d", seed).isEmpty();
        }
    }
}
