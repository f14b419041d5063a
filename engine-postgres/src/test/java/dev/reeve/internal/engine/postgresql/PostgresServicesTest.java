package dev.reeve.internal.engine.postgresql;

import dev.reeve.internal.engine.client.ServicesContract;
import dev.reeve.internal.postgresql.Pools;
import dev.reeve.internal.postgresql.PostgresStoreProvider;
import dev.reeve.internal.postgresql.TestServer;
import dev.reeve.spi.store.Store;
import javax.sql.DataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Breakers and pauses, on a real server. */
@Tag("proof")
final class PostgresServicesTest extends ServicesContract {

    @AutoClose
    private final Pools pools = new Pools();

    private final DataSource database = pools.open(TestServer.shared().database());

    @Override
    protected Store open() {
        return new PostgresStoreProvider().open(database).orElseThrow();
    }

    /** The breaker is in the engine, so on a file alone it is tried in {@code mvn verify}. */
    @Override
    @Test
    @Tag("proof")
    @DisplayName("R3: while a service fails for all callers its steps wait, also on a server")
    @SuppressWarnings("JUnitMethodInvoked") // overridden for its tag alone
    protected void aServiceThatIsDownUsesUpNoAttempts() {
        super.aServiceThatIsDownUsesUpNoAttempts();
    }
}
