package dev.reeve.internal.postgresql;

import dev.reeve.internal.engine.client.EngineContract;
import dev.reeve.spi.store.Store;
import javax.sql.DataSource;

/** The engine's promises, on a real server. */
final class PostgresEngineTest extends EngineContract {

    private final DataSource database = TestServer.shared().database();

    @Override
    protected Store open() {
        return new PostgresStoreProvider().open(database).orElseThrow();
    }
}
