package dev.reeve.internal.sqlite;

import dev.reeve.internal.engine.client.EngineContract;
import dev.reeve.spi.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The engine's promises, on a real file. */
final class SqliteEngineTest extends EngineContract {

    @TempDir
    private Path directory;

    @Override
    protected Store open() {
        return new SqliteStoreProvider().open(directory.resolve("test.db")).orElseThrow();
    }
}
