package dev.reeve.example.orders;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.engine.client.Reeve;
import org.jspecify.annotations.Nullable;

/**
 * The engine on the store that the settings name.
 *
 * @param pool of connections to PostgreSQL, for as long as the engine runs; null on SQLite
 */
record Engine(Reeve reeve, @Nullable HikariDataSource pool) implements AutoCloseable {

    /** A connection for each lane, of which there are four at most, and some to read with. */
    private static final int CONNECTIONS = 8;

    private static final long PATIENCE_MILLIS = 5_000;

    /** @throws dev.reeve.engine.ReeveException if the store cannot be used */
    static Engine open(Settings settings) {
        if (settings.jdbcUrl() == null) {
            return new Engine(Reeve.embedded(settings.data().store()), null);
        }
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(settings.jdbcUrl());
        config.setMaximumPoolSize(CONNECTIONS);
        config.setConnectionTimeout(PATIENCE_MILLIS);
        // Whether the database is there is the store's to say, in its own words.
        config.setInitializationFailTimeout(-1);
        HikariDataSource pool = new HikariDataSource(config);
        try {
            return new Engine(Reeve.embedded(pool), pool);
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    @Override
    public void close() {
        reeve.close();
        if (pool != null) {
            pool.close();
        }
    }
}
