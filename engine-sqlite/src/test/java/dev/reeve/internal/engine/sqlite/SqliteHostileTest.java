package dev.reeve.internal.engine.sqlite;

import dev.reeve.internal.engine.client.HostileContract;
import dev.reeve.internal.sqlite.SqliteStoreProvider;
import dev.reeve.spi.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Hostile handlers, definitions and payloads, on a real file. */
final class SqliteHostileTest extends HostileContract {

    @TempDir
    private Path directory;

    @Override
    protected Store open() {
        return new SqliteStoreProvider().open(directory.resolve("test.db")).orElseThrow();
    }
}
