package dev.reeve.simulation.store;

import dev.reeve.internal.test.store.SimDatabase;
import dev.reeve.internal.test.store.StoreFaults;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** The same with the production store on SQLite behind it. */
@Tag("proof")
final class SqliteSimStoreContractTest extends StoreContract {

    private final Timeline timeline = new Timeline(1);
    private final SimDatabase database = MemoryFile.database(timeline, StoreFaults.none());

    @Override
    protected Store open() {
        return new DrivenStore(timeline, database.open(Runnable::run));
    }

    @AfterEach
    void closeDatabase() {
        database.close();
    }
}
