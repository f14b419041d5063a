package dev.reeve.internal.engine.sqlite;

import dev.reeve.internal.engine.client.MoveContract;
import dev.reeve.internal.sqlite.SqliteStoreProvider;
import dev.reeve.spi.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Executions that are moved, on a file. */
final class SqliteMoveTest extends MoveContract {

    @TempDir
    private Path directory;

    @Override
    protected Store open() {
        return new SqliteStoreProvider().open(directory.resolve("test.db")).orElseThrow();
    }
}
