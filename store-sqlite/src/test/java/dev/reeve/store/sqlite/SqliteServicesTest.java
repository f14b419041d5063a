package dev.reeve.store.sqlite;

import dev.reeve.engine.client.ServicesContract;
import dev.reeve.engine.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Breakers and pauses, on a file. */
final class SqliteServicesTest extends ServicesContract {

    @TempDir
    private Path directory;

    @Override
    protected Store open() {
        return new SqliteStoreProvider().open(directory.resolve("test.db")).orElseThrow();
    }
}
