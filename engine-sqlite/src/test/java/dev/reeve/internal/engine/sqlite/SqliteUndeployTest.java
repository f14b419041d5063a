package dev.reeve.internal.engine.sqlite;

import dev.reeve.internal.engine.client.UndeployContract;
import dev.reeve.internal.sqlite.SqliteStoreProvider;
import dev.reeve.spi.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Definitions that come and go, on a real file. */
final class SqliteUndeployTest extends UndeployContract {

    @TempDir
    private Path directory;

    @Override
    protected Store open() {
        return new SqliteStoreProvider().open(directory.resolve("test.db")).orElseThrow();
    }
}
