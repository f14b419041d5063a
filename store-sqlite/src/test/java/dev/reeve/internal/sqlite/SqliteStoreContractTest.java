package dev.reeve.internal.sqlite;

import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreContract;
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
