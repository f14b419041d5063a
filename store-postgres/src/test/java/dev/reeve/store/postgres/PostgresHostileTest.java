package dev.reeve.store.postgres;

import dev.reeve.engine.client.HostileContract;
import dev.reeve.engine.store.Store;
import javax.sql.DataSource;

/** Hostile handlers, definitions and payloads, on a real server. */
final class PostgresHostileTest extends HostileContract {

    private final DataSource database = TestServer.shared().database();

    @Override
    protected Store open() {
        return new PostgresStoreProvider().open(database).orElseThrow();
    }
}
