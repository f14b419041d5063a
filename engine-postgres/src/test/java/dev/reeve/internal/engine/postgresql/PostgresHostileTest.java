package dev.reeve.internal.engine.postgresql;

import dev.reeve.internal.engine.client.HostileContract;
import dev.reeve.internal.postgresql.Pools;
import dev.reeve.internal.postgresql.PostgresStoreProvider;
import dev.reeve.internal.postgresql.TestServer;
import dev.reeve.spi.store.Store;
import javax.sql.DataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

/** Hostile handlers, definitions and payloads, on a real server. */
@Tag("proof")
final class PostgresHostileTest extends HostileContract {

    @AutoClose
    private final Pools pools = new Pools();

    private final DataSource database = pools.open(TestServer.shared().database());

    @Override
    protected Store open() {
        return new PostgresStoreProvider().open(database).orElseThrow();
    }
}
