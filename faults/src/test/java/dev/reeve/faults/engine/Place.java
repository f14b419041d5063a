package dev.reeve.faults.engine;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.ClusterOptions;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ServiceOptions;
import dev.reeve.internal.postgresql.PostgresStoreProvider;
import dev.reeve.internal.sqlite.SqliteStoreProvider;
import dev.reeve.spi.store.Store;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The location of a store, in a form that can be passed to another process.
 *
 * @param address a JDBC URL of PostgreSQL, or the path of a file of SQLite
 */
public record Place(String address) {

    public static Place file(Path file) {
        return new Place(file.toString());
    }

    private boolean isPostgres() {
        return address.startsWith("jdbc:");
    }

    private PGSimpleDataSource dataSource() {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setURL(address);
        return dataSource;
    }

    /**
     * No breaker opens: the workload fails two of three attempts by intention, and a breaker that opens for longer each
     * time makes some runs take minutes.
     */
    private static NodeOptions options() {
        return NodeOptions.defaults().withServices(ServiceOptions.OFF);
    }

    /** Opens an engine, which takes the store over. */
    public Reeve open() {
        NodeOptions alone = options().withoutCluster();
        return isPostgres() ? Reeve.open(dataSource(), alone) : Reeve.open(Path.of(address), alone);
    }

    /** Opens an engine that shares PostgreSQL with others. Its pool of connections ends with the process. */
    public Reeve join(ClusterOptions options) {
        return Reeve.open(pool(), options().withCluster(options));
    }

    private DataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setDataSource(dataSource());
        config.setMaximumPoolSize(10);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    /** Opens the store to read its content. */
    public Store look() {
        return (isPostgres()
                        ? new PostgresStoreProvider().open(dataSource())
                        : new SqliteStoreProvider().open(Path.of(address)))
                .orElseThrow();
    }
}
