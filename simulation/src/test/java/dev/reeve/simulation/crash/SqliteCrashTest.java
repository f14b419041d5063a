package dev.reeve.simulation.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.simulation.Extent;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class SqliteCrashTest {

    /** One of this number of crash points is tried, others for each scenario. */
    private static final int EVERY = Extent.of("crash.points", 5, 1);

    @Test
    @DisplayName("F1: the engine dies before and after every call to SQLite, and the next one completes all work")
    void crashAtEveryCall() {
        try (Database database = new SqliteDatabase()) {
            CrashContract contract = new CrashContract(database, k -> Math.floorMod(k, EVERY) == 0);
            assertThat(contract.run()).isGreaterThan(200 / EVERY);
            System.out.printf("crash-at-k on SQLite: %s%n", contract.story());
        }
    }
}
