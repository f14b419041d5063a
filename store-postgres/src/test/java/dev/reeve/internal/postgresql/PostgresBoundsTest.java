package dev.reeve.internal.postgresql;

import dev.reeve.internal.engine.client.BoundsContract;
import dev.reeve.spi.store.Store;
import javax.sql.DataSource;

/** How much memory is taken, on a real server. */
final class PostgresBoundsTest extends BoundsContract {

    private final DataSource database = TestServer.shared().database();

    @Override
    protected Store open() {
        return new PostgresStoreProvider().open(database).orElseThrow();
    }
}
