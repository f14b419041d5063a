package dev.reeve.internal.postgresql;

import dev.reeve.internal.engine.client.JobContract;
import dev.reeve.spi.store.Store;
import javax.sql.DataSource;

/** Jobs, on a real server. */
final class PostgresJobTest extends JobContract {

    private final DataSource database = TestServer.shared().database();

    @Override
    protected Store open() {
        return new PostgresStoreProvider().open(database).orElseThrow();
    }
}
