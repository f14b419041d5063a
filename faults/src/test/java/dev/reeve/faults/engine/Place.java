package dev.reeve.faults.engine;

import dev.reeve.engine.client.Reeve;
import dev.reeve.engine.cluster.NodeOptions;
import dev.reeve.engine.store.Store;
import dev.reeve.store.postgres.PostgresStoreProvider;
import dev.reeve.store.sqlite.SqliteStoreProvider;
import java.nio.file.Path;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Where executions are kept, in a form that can be told to another process.
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

    /** Takes it over. */
    public Reeve open() {
        return isPostgres()
                ? Reeve.embedded(dataSource(), NodeOptions.DEFAULT)
                : Reeve.embedded(Path.of(address), NodeOptions.DEFAULT);
    }

    /** Only to look at what is in it. */
    public Store look() {
        return (isPostgres()
                        ? new PostgresStoreProvider().open(dataSource())
                        : new SqliteStoreProvider().open(Path.of(address)))
                .orElseThrow();
    }
}
