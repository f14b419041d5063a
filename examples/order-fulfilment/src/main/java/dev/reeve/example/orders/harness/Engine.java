package dev.reeve.example.orders.harness;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.BreakerOptions;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.ServiceOptions;
import dev.reeve.cli.server.LiveServer;
import dev.reeve.http.LocalDoor;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The engine on the store that the settings name.
 *
 * @param console the address of the console; null if there is none
 * @param closing closes the engine, and what it needs
 */
record Engine(Reeve reeve, @Nullable URI console, Runnable closing) implements AutoCloseable {

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
        if (settings.console() != null) {
            LiveServer live = LiveServer.forDevelopment(
                    settings.console(),
                    settings.data().path().resolve("server"),
                    settings.data().store());
            return new Engine(live.reeve(), live.console(), live::close);
        }
        return settings.jdbcUrl() == null ? onFile(settings) : onPostgres(settings.jdbcUrl());
    }

    /** An engine in another process. */
    static Engine remote(Reeve client) {
        return new Engine(client, null, client::close);
    }

    private static Engine onFile(Settings settings) {
        Reeve reeve = Reeve.open(settings.data().store(), OPTIONS);
        LocalDoor door = door(reeve, settings);
        return new Engine(reeve, null, () -> {
            if (door != null) {
                door.close();
            }
            reeve.close();
        });
    }

    private static Engine onPostgres(String jdbcUrl) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(jdbcUrl);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setConnectionTimeout(PATIENCE_MILLIS);
        // The store reports an unreachable database with a better message than the pool.
        config.setInitializationFailTimeout(-1);
        HikariDataSource pool = new HikariDataSource(config);
        try {
            Reeve reeve = Reeve.open(pool, OPTIONS);
            return new Engine(reeve, null, () -> {
                reeve.close();
                pool.close();
            });
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    /** For commands of {@code ./reeve} on the file; null if none can be opened. */
    private static @Nullable LocalDoor door(Reeve reeve, Settings settings) {
        try {
            return LocalDoor.open(reeve, settings.data().store());
        } catch (ReeveException e) {
            return null; // as on Windows: commands on the file wait until the demo has ended
        }
    }

    @Override
    public void close() {
        closing.run();
    }
}
