package dev.reeve.simulation.crash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class SqliteCrashTest {

    @Test
    @DisplayName("F1: the engine dies before and after every call to SQLite, and the next one ends everything well")
    void crashAtEveryCall() {
        try (Database database = new SqliteDatabase()) {
            CrashContract contract = new CrashContract(database, k -> true);
            assertThat(contract.run()).isGreaterThan(200);
            System.out.printf("crash-at-k on SQLite: %s%n", contract.story());
        }
    }
}
