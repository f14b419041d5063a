package dev.reeve.simulation.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.simulation.Extent;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class PostgresCrashTest {

    /** One of this number of crash points is tried, others for each scenario. */
    private static final int EVERY = Extent.of("crash.points", 8, 2);

    @Test
    @DisplayName("F1: the engine dies before and after a call to PostgreSQL, and the next one completes all work")
    void crashAtCalls() {
        try (Database database = new PostgresDatabase()) {
            CrashContract contract = new CrashContract(database, k -> Math.floorMod(k, EVERY) == 0);
            assertThat(contract.run()).isGreaterThan(150 / EVERY);
            System.out.printf("crash-at-k on PostgreSQL: %s%n", contract.story());
        }
    }
}
