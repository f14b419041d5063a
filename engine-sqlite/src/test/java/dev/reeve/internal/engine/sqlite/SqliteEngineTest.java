package dev.reeve.internal.engine.sqlite;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.client.EngineContract;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.sqlite.SqliteStoreProvider;
import dev.reeve.spi.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine's promises, on a real file. */
final class SqliteEngineTest extends EngineContract {

    @TempDir
    private Path directory;

    @Override
    protected Store open() {
        return new SqliteStoreProvider().open(directory.resolve("test.db")).orElseThrow();
    }

    @Test
    @DisplayName("a transactional step is refused at deployment, because the file has one writer")
    void transactionalSteps() {
        Definition workflow =
                DefinitionReader.parse("workflow: book\nsteps: { book: { action: test.book, transactional: true } }");

        try (Reeve reeve = Reeve.open(directory.resolve("other.db"))) {
            assertThatThrownBy(() -> reeve.deploy(workflow))
                    .isInstanceOf(ReeveException.class)
                    .hasMessageContaining("use PostgreSQL, or remove 'transactional'");
        }
    }
}
