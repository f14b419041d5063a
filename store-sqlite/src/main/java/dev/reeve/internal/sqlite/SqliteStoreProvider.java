package dev.reeve.internal.sqlite;

import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreProvider;
import dev.reeve.spi.store.StoreReader;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Opens SQLite files. Thread-safe.
 *
 * <pre>{@code
 * try (Store store = new SqliteStoreProvider().open(Path.of("orders.db")).orElseThrow()) {
 *     …
 * }
 * }</pre>
 */
public final class SqliteStoreProvider implements StoreProvider {

    @Override
    public Optional<Store> open(Path file) {
        return Optional.of(SqliteStore.open(file, InstantSource.system()));
    }

    /** Empty: other connections to the file would get around its one writer. Open the file by its path. */
    @Override
    public Optional<Store> open(DataSource dataSource) {
        return Optional.empty();
    }

    @Override
    public Optional<StoreReader> read(Path file) {
        return Optional.of(SqliteReader.open(file, InstantSource.system()));
    }

    /** Empty: read the file by its path. */
    @Override
    public Optional<StoreReader> read(DataSource dataSource) {
        return Optional.empty();
    }
}
