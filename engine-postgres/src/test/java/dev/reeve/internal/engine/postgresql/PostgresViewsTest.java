package dev.reeve.internal.engine.postgresql;

import dev.reeve.internal.engine.client.ViewsContract;
import dev.reeve.internal.postgresql.Pools;
import dev.reeve.internal.postgresql.PostgresStoreProvider;
import dev.reeve.internal.postgresql.TestServer;
import dev.reeve.spi.store.Store;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.postgresql.ds.PGSimpleDataSource;

/** The views of a real server, read while an engine runs. */
@Tag("proof")
final class PostgresViewsTest extends ViewsContract {

    @AutoClose
    private final Pools pools = new Pools();

    private final PGSimpleDataSource source = TestServer.shared().database();
    private final DataSource database = pools.open(source);

    @Override
    protected Store open() {
        return new PostgresStoreProvider().open(database).orElseThrow();
    }

    @Override
    protected String view(String name) {
        return "reeve." + name;
    }

    @Override
    protected List<String> ask(String sql) {
        return TestServer.shared().query(Objects.requireNonNull(source.getDatabaseName()), sql);
    }
}
