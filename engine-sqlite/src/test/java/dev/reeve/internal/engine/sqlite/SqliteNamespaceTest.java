package dev.reeve.internal.engine.sqlite;

import dev.reeve.internal.engine.client.NamespaceContract;
import dev.reeve.internal.sqlite.SqliteStoreProvider;
import dev.reeve.spi.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Namespaces, on a file. */
final class SqliteNamespaceTest extends NamespaceContract {

    @TempDir
    private Path directory;

    @Override
    protected Store open() {
        return new SqliteStoreProvider().open(directory.resolve("test.db")).orElseThrow();
    }
}
