package dev.reeve.internal.postgresql;

import dev.reeve.internal.engine.client.MoveContract;
import dev.reeve.spi.store.Store;
import javax.sql.DataSource;

/** Executions that are moved, on a real server. */
final class PostgresMoveTest extends MoveContract {

    private final DataSource database = TestServer.shared().database();

    @Override
    protected Store open() {
        return new PostgresStoreProvider().open(database).orElseThrow();
    }
}
