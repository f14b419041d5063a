package dev.reeve.simulation.crash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("proof")
final class PostgresCrashTest {

    /** One of this number of crash points is tried, others for each scenario. */
    private static final int EVERY = Integer.getInteger("crash.points", 2);

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
