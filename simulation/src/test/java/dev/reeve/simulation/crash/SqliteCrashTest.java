package dev.reeve.simulation.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.store.Store;
import dev.reeve.simulation.store.MemoryFile;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class SqliteCrashTest {

    /** A new file each time. */
    private static final class Sqlite implements Database {
        private MemoryFile file = MemoryFile.create();

        @Override
        public Store open() {
            return file.open();
        }

        @Override
        public void empty() {
            file.delete();
            file = MemoryFile.create();
        }

        @Override
        public void close() {
            file.delete();
        }
    }

    @Test
    @DisplayName("F1: the engine dies before and after every call to SQLite, and the next one ends everything well")
    void crashAtEveryCall() {
        try (Database database = new Sqlite()) {
            CrashContract contract = new CrashContract(database, k -> true);
            assertThat(contract.run()).isGreaterThan(200);
            System.out.printf("crash-at-k on SQLite: %s%n", contract.story());
        }
    }
}
