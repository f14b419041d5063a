package dev.reeve.store.postgres;

import dev.reeve.engine.client.ServicesContract;
import dev.reeve.engine.store.Store;
import javax.sql.DataSource;

/** Breakers and pauses, on a real server. */
final class PostgresServicesTest extends ServicesContract {

    private final DataSource database = TestServer.shared().database();

    @Override
    protected Store open() {
        return new PostgresStoreProvider().open(database).orElseThrow();
    }
}
