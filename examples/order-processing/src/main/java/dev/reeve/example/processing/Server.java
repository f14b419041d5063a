package dev.reeve.example.processing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.sql.DataSource;

/** A PostgreSQL server for the duration of the story. An order and its workflow share one transaction in it. */
final class Server implements AutoCloseable {

    private final EmbeddedPostgres postgres;

    private Server(EmbeddedPostgres postgres) {
        this.postgres = postgres;
    }

    /** As durable as a server in production. The library's defaults suit tests that may lose everything. */
    static Server start() throws IOException {
        return new Server(EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("synchronous_commit", "on")
                .start());
    }

    DataSource database() {
        return postgres.getPostgresDatabase();
    }

    @Override
    public void close() {
        try {
            postgres.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
