package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.AllowanceContract;
import dev.reeve.spi.store.ClusterContract;
import dev.reeve.spi.store.InboxContract;
import dev.reeve.spi.store.MailContract;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreContract;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract, on the PostgreSQL that is installed on this machine: on Debian 12 that is 15, the oldest supported. */
@Tag("proof")
final class InstalledPostgresStoreContractTest extends StoreContract
        implements ClusterContract, AllowanceContract, InboxContract, MailContract {

    private static @Nullable InstalledServer server;

    @AutoClose
    private final Pools pools = new Pools();

    private @Nullable DataSource database;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        Optional<InstalledServer> found = InstalledServer.start();
        Assumptions.assumeTrue(
                found.isPresent(),
                "SKIPPED: no PostgreSQL is installed here that can be started (pg_config --bindir, runuser -u postgres)");
        server = found.orElseThrow();
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected Store open() {
        if (database == null) {
            database = pools.open(Objects.requireNonNull(server).database());
        }
        return new PostgresStoreProvider().open(database).orElseThrow();
    }

    /** As in {@link PostgresStoreContractTest}, which says why. */
    @Override
    public void aGapInAJournalIsRefused() {
        // not a test here
    }
}
