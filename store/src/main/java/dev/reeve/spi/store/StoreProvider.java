package dev.reeve.spi.store;

import java.nio.file.Path;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Opens stores; found by {@link java.util.ServiceLoader}. A provider returns empty for a store of another kind, so that
 * the engine can name the missing module.
 *
 * <p>Opening creates or migrates the schema under a lock. It fails at once, with a {@link StoreException} that says
 * what to do, if the store is missing, unreachable, of the wrong version, read-only, or locked by another process.
 */
public interface StoreProvider {

    /** Opens the store in this file, which is created if it does not exist. */
    Optional<Store> open(Path file);

    /** Opens the store in this database. The caller keeps the data source and closes it. */
    Optional<Store> open(DataSource dataSource);

    /**
     * Opens the store in this file as read-only, also while an engine runs on it. Creates and migrates nothing: fails
     * if the file does not exist, or if its schema is not the one of this release.
     */
    Optional<StoreReader> read(Path file);

    /** As {@link #read(Path)}, for a database. */
    Optional<StoreReader> read(DataSource dataSource);
}
