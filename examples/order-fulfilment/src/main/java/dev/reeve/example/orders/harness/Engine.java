package dev.reeve.example.orders.harness;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.BreakerOptions;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.ServiceOptions;
import dev.reeve.http.LocalDoor;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The engine on the store that the settings name.
 *
 * @param door for commands of {@code ./reeve} on the file; null on PostgreSQL, or if none can be opened
 * @param pool of connections to PostgreSQL, for as long as the engine runs; null on SQLite
 */
record Engine(
        Reeve reeve, @Nullable LocalDoor door, @Nullable HikariDataSource pool) implements AutoCloseable {

    /** A connection for each of at most four lanes, and some for reads. */
    private static final int CONNECTIONS = 8;

    /** Shorter breaker pauses than the default, to fit a demo: the default waits for seconds or minutes. */
    private static final NodeOptions OPTIONS = NodeOptions.defaults()
            .withServices(ServiceOptions.defaults()
                    .withBreaker(BreakerOptions.defaults()
                            .withOpenFirst(Duration.ofMillis(300))
                            .withOpenMax(Duration.ofSeconds(1))));

    private static final long PATIENCE_MILLIS = 5_000;

    /** @throws dev.reeve.ReeveException if the store cannot be used */
    static Engine open(Settings settings) {
        if (settings.jdbcUrl() == null) {
            Reeve reeve = Reeve.open(settings.data().store(), OPTIONS);
            return new Engine(reeve, door(reeve, settings), null);
        }
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(settings.jdbcUrl());
        config.setMaximumPoolSize(CONNECTIONS);
        config.setConnectionTimeout(PATIENCE_MILLIS);
        // The store reports an unreachable database with a better message than the pool.
        config.setInitializationFailTimeout(-1);
        HikariDataSource pool = new HikariDataSource(config);
        try {
            return new Engine(Reeve.open(pool, OPTIONS), null, pool);
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    private static @Nullable LocalDoor door(Reeve reeve, Settings settings) {
        try {
            return LocalDoor.open(reeve, settings.data().store());
        } catch (ReeveException e) {
            return null; // as on Windows: commands on the file wait until the demo has ended
        }
    }

    @Override
    public void close() {
        if (door != null) {
            door.close();
        }
        reeve.close();
        if (pool != null) {
            pool.close();
        }
    }
}
