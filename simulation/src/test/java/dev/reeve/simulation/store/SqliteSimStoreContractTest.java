package dev.reeve.simulation.store;

import dev.reeve.engine.store.Store;
import dev.reeve.engine.store.StoreContract;
import dev.reeve.testkit.store.SimDatabase;
import dev.reeve.testkit.store.StoreFaults;
import dev.reeve.testkit.timeline.Timeline;
import org.junit.jupiter.api.AfterEach;

/** The same with the production store on SQLite behind it. */
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
