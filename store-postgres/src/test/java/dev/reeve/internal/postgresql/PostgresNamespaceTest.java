package dev.reeve.internal.postgresql;

import dev.reeve.internal.engine.client.NamespaceContract;
import dev.reeve.spi.store.Store;
import javax.sql.DataSource;

/** Namespaces, on a real server. */
final class PostgresNamespaceTest extends NamespaceContract {

    private final DataSource database = TestServer.shared().database();

    @Override
    protected Store open() {
        return new PostgresStoreProvider().open(database).orElseThrow();
    }
}
