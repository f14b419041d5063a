package dev.reeve.store.postgres;

import dev.reeve.engine.client.MoveContract;
import dev.reeve.engine.store.Store;
import javax.sql.DataSource;

/** Executions that are moved, on a real server. */
final class PostgresMoveTest extends MoveContract {

    private final DataSource database = TestServer.shared().database();

    @Override
    protected Store open() {
        return new PostgresStoreProvider().open(database).orElseThrow();
    }
}
