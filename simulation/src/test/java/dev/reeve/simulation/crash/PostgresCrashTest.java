package dev.reeve.simulation.crash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class PostgresCrashTest {

    /** In mvn verify every third crash point, another third for each scenario: -Dcrash.points=1 for all. */
    private static final int EVERY = Integer.getInteger("crash.points", 3);

    @Test
    @DisplayName("F1: the engine dies before and after a call to PostgreSQL, and the next one ends everything well")
    void crashAtCalls() {
        try (Database database = new PostgresDatabase()) {
            CrashContract contract = new CrashContract(database, k -> Math.floorMod(k, EVERY) == 0);
            assertThat(contract.run()).isGreaterThan(50);
            System.out.printf("crash-at-k on PostgreSQL: %s%n", contract.story());
        }
    }
}
