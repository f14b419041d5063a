package dev.reeve.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class PatienceTest {

    private static final long HOUR = Duration.ofHours(1).toNanos();

    @Test
    @DisplayName("L1: a slow world has time as long as it finishes executions")
    void slow() {
        Patience patience = new Patience(Duration.ofHours(4), 0);

        for (int finished = 0; finished < 20; finished++) {
            assertThat(patience.lasts(3L * finished * HOUR, finished))
                    .as("after %d", finished)
                    .isTrue();
        }
    }

    @Test
    @DisplayName("L1: a world that finishes nothing ends after the limit for the first")
    void inCircles() {
        Patience patience = new Patience(Duration.ofHours(4), 0);

        assertThat(patience.lasts(HOUR, 1)).isTrue();
        assertThat(patience.lasts(5 * HOUR - 1, 1)).isTrue();
        assertThat(patience.lasts(5 * HOUR, 1)).isFalse();
    }

    @Test
    @DisplayName("L1: executions that ended before the healing give no more time")
    void before() {
        Patience patience = new Patience(Duration.ofHours(4), 10 * HOUR);

        assertThat(patience.lasts(10 * HOUR, 7)).isTrue();
        assertThat(patience.lasts(14 * HOUR, 7)).isFalse();
    }

    @Test
    @Tag("proof")
    @DisplayName("L1: seed 7002492, in which one execution after the other takes five and a half hours in all")
    void seed() {
        assertThat(Simulation.run(7_002_492).breaches()).isEmpty();
    }
}
