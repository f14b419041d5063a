package dev.reeve.store.sqlite;

import dev.reeve.engine.client.BoundsContract;
import dev.reeve.engine.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** How much memory is taken, on a file. */
final class SqliteBoundsTest extends BoundsContract {

    @TempDir
    private Path directory;

    @Override
    protected Store open() {
        return new SqliteStoreProvider().open(directory.resolve("test.db")).orElseThrow();
    }
}
