package dev.reeve.store.sqlite;

import dev.reeve.engine.client.MoveContract;
import dev.reeve.engine.store.Store;
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
