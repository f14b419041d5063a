package dev.reeve.store.postgres;

import dev.reeve.engine.client.UndeployContract;
import dev.reeve.engine.store.Store;
import javax.sql.DataSource;

/** Definitions that come and go, on a real server. */
final class PostgresUndeployTest extends UndeployContract {

    private final DataSource database = TestServer.shared().database();

    @Override
    protected Store open() {
        return new PostgresStoreProvider().open(database).orElseThrow();
    }
}
