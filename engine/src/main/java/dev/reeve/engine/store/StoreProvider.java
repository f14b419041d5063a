package dev.reeve.engine.store;

import java.nio.file.Path;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Opens stores; found by {@link java.util.ServiceLoader}. A provider answers empty for what is not its own kind, so that
 * the engine can say which module is missing.
 *
 * <p>Opening creates or migrates the schema under a lock, and refuses at once, with a {@link StoreException} that says
 * what to do, whatever cannot be used: missing, unreachable, wrong version, read-only, locked by another process.
 */
public interface StoreProvider {

    /** Opens the store in this file, which is created if it does not exist. */
    Optional<Store> open(Path file);

    /** Opens the store in this database. The data source stays the caller's, who closes it. */
    Optional<Store> open(DataSource dataSource);

    /**
     * Opens the store in this file for reading only, beside whoever runs it. Creates and migrates nothing: refuses a file
     * that does not exist, or whose schema is not the one of this release.
     */
    Optional<StoreReader> read(Path file);

    /** As {@link #read(Path)}, for a database. */
    Optional<StoreReader> read(DataSource dataSource);
}
