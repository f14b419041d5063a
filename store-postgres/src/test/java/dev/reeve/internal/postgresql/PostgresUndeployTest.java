package dev.reeve.internal.postgresql;

import dev.reeve.internal.engine.client.UndeployContract;
import dev.reeve.spi.store.Store;
import javax.sql.DataSource;

/** Definitions that come and go, on a real server. */
final class PostgresUndeployTest extends UndeployContract {

    private final DataSource database = TestServer.shared().database();

    @Override
    protected Store open() {
        return new PostgresStoreProvider().open(database).orElseThrow();
    }
}
