package dev.reeve.internal.postgresql;

import dev.reeve.internal.engine.client.HostileContract;
import dev.reeve.spi.store.Store;
import javax.sql.DataSource;

/** Hostile handlers, definitions and payloads, on a real server. */
final class PostgresHostileTest extends HostileContract {

    private final DataSource database = TestServer.shared().database();

    @Override
    protected Store open() {
        return new PostgresStoreProvider().open(database).orElseThrow();
    }
}
