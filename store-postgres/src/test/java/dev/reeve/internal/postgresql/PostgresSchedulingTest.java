package dev.reeve.internal.postgresql;

import dev.reeve.internal.engine.client.SchedulingContract;
import dev.reeve.spi.store.Store;
import javax.sql.DataSource;

/** Schedules, on a real server. */
final class PostgresSchedulingTest extends SchedulingContract {

    private final DataSource database = TestServer.shared().database();

    @Override
    protected Store open() {
        return new PostgresStoreProvider().open(database).orElseThrow();
    }
}
