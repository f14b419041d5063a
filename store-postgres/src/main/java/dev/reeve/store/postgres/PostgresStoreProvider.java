package dev.reeve.store.postgres;

import dev.reeve.engine.store.Store;
import dev.reeve.engine.store.StoreProvider;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Opens stores in PostgreSQL 15 and later. Thread-safe.
 *
 * <p>The data source may be a pool. It must have room for one connection for each lane, held as long as the store is
 * open, and two more for what is asked in between; and it must lead to the primary itself: through a pooler that hands
 * out another session for each transaction, the store works without the settings that guard its sessions, and says so.
 *
 * <pre>{@code
 * PGSimpleDataSource database = new PGSimpleDataSource();
 * database.setURL("jdbc:postgresql://db.example.com/orders");
 * try (Store store = new PostgresStoreProvider().open(database).orElseThrow()) { … }
 * }</pre>
 */
public final class PostgresStoreProvider implements StoreProvider {

    /** Answers empty: a file is not a PostgreSQL database. */
    @Override
    public Optional<Store> open(Path file) {
        return Optional.empty();
    }

    @Override
    public Optional<Store> open(DataSource dataSource) {
        return open(dataSource, Timeouts.DEFAULT);
    }

    static Optional<Store> open(DataSource dataSource, Timeouts timeouts) {
        Database database;
        try (Loan loan = new Loan(dataSource, timeouts)) {
            Connection connection = loan.connection();
            if (!connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
                return Optional.empty();
            }
            database = Database.inspect(connection);
        } catch (SQLException e) {
            throw Failures.opening(e);
        }
        if (!database.hasCurrentSchema()) {
            Migrations.run(dataSource);
        }
        return Optional.of(new PostgresStore(dataSource, database, timeouts));
    }
}
