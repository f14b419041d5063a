package dev.reeve.store.postgres;

import dev.reeve.engine.client.BoundsContract;
import dev.reeve.engine.store.Store;
import javax.sql.DataSource;

/** How much memory is taken, on a real server. */
final class PostgresBoundsTest extends BoundsContract {

    private final DataSource database = TestServer.shared().database();

    @Override
    protected Store open() {
        return new PostgresStoreProvider().open(database).orElseThrow();
    }
}
