package dev.reeve.spi.store;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * The contract of every store. A store module extends this class, says how to open its database, and inherits all
 * tests:
 *
 * <pre>{@code
 * final class SqliteStoreContractTest extends StoreContract {
 *     @TempDir Path directory;
 *
 *     @Override
 *     protected Store open() {
 *         return new SqliteStoreProvider().open(directory.resolve("test.db")).orElseThrow();
 *     }
 * }
 * }</pre>
 */
public abstract class StoreContract
        implements CommitContract,
                OwnershipContract,
                QueryContract,
                SuccessionContract,
                DefinitionContract,
                OutboxContract,
                PauseContract,
                ScheduleContract,
                RetentionContract,
                FaultContract {

    private @Nullable Store store;
    private final Fixture fixture = new Fixture(42);

    /**
     * Opens the database of the test that is running. It is empty when a test opens it first; a second call within the
     * same test comes after the store was closed, and finds what was written before.
     */
    protected abstract Store open();

    @BeforeEach
    final void openStore() {
        store = open();
    }

    @AfterEach
    final void closeStore() {
        if (store != null) {
            store.close();
        }
    }

    @Override
    public final Store store() {
        if (store == null) {
            throw new IllegalStateException("no test is running");
        }
        return store;
    }

    @Override
    public final Store reopen() {
        store().close();
        store = open();
        return store;
    }

    @Override
    public final Fixture fixture() {
        return fixture;
    }
}
