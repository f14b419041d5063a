package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreProvider;
import dev.reeve.spi.store.StoreReader;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Opens stores in PostgreSQL 15 and later. Thread-safe.
 *
 * <p>The data source may be a pool. It must have room for one connection for each lane, held as long as the store is
 * open, and two more for other calls. It must lead to the primary. Through a pooler that uses another session for each
 * transaction, the store sends its settings with each statement, which is slower.
 *
 * <pre>{@code
 * PGSimpleDataSource database = new PGSimpleDataSource();
 * database.setURL("jdbc:postgresql://db.example.com/orders");
 * try (Store store = new PostgresStoreProvider().open(database).orElseThrow()) { … }
 * }</pre>
 */
public final class PostgresStoreProvider implements StoreProvider {

    /** Returns empty: a file is not a PostgreSQL database. */
    @Override
    public Optional<Store> open(Path file) {
        return Optional.empty();
    }

    @Override
    public Optional<Store> open(DataSource dataSource) {
        return open(dataSource, Timeouts.DEFAULT);
    }

    static Optional<Store> open(DataSource dataSource, Timeouts timeouts) {
        DatabaseFacts database = inspect(dataSource, timeouts);
        if (database == null) {
            return Optional.empty();
        }
        if (!database.hasCurrentSchema()) {
            PostgresMigrations.run(dataSource);
        }
        return Optional.of(new PostgresStore(dataSource, database, timeouts));
    }

    /** Returns empty: a file is not a PostgreSQL database. */
    @Override
    public Optional<StoreReader> read(Path file) {
        return Optional.empty();
    }

    @Override
    public Optional<StoreReader> read(DataSource dataSource) {
        DatabaseFacts database = inspect(dataSource, Timeouts.DEFAULT);
        if (database == null) {
            return Optional.empty();
        }
        if (database.schemaVersion() == 0) {
            throw PostgresErrors.unusable("%s has no store: no engine has made the schema %s yet. Check the URL"
                    .formatted(database.describe(), database.schema().name()));
        }
        if (!database.hasCurrentSchema()) {
            throw PostgresErrors.unusable(
                    "%s was written by an older release: its schema is number %d, and this release reads %d. Open it with an engine of this release once, or read it with the older one"
                            .formatted(database.describe(), database.schemaVersion(), PostgresMigrations.VERSION));
        }
        return Optional.of(new PostgresStore(dataSource, database, Timeouts.DEFAULT));
    }

    /** @return null if it is not PostgreSQL */
    private static @Nullable DatabaseFacts inspect(DataSource dataSource, Timeouts timeouts) {
        try (Loan loan = new Loan(dataSource, Schema.of(dataSource), timeouts)) {
            return loan.connection().getMetaData().getDatabaseProductName().equals("PostgreSQL")
                    ? DatabaseFacts.inspect(loan)
                    : null;
        } catch (SQLException e) {
            throw PostgresErrors.opening(e);
        }
    }
}
