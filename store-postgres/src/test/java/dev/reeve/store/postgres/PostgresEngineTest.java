package dev.reeve.store.postgres;

import dev.reeve.engine.client.EngineContract;
import dev.reeve.engine.store.Store;
import javax.sql.DataSource;

/** The engine's promises, on a real server. */
final class PostgresEngineTest extends EngineContract {

    private final DataSource database = TestServer.shared().database();

    @Override
    protected Store open() {
        return new PostgresStoreProvider().open(database).orElseThrow();
    }
}
