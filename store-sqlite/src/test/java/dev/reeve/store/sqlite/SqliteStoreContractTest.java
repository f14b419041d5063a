package dev.reeve.store.sqlite;

import dev.reeve.engine.store.Store;
import dev.reeve.engine.store.StoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract of the port, on a file. */
final class SqliteStoreContractTest extends StoreContract {

    @TempDir
    private Path directory;

    @Override
    protected Store open() {
        return new SqliteStoreProvider().open(directory.resolve("test.db")).orElseThrow();
    }
}
